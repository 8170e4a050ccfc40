import { expect, test } from 'vitest';
import { allTufts, tracesAt } from './hero-lines.ts';

/** Where a path of lines, arcs and curves ends. */
function endOf(path: string): string {
  let [x, y] = [0, 0];
  for (const [, command = '', numbers = ''] of path.matchAll(/([MHVhvlac])([^MHVhvlac]*)/g)) {
    const values = (numbers.match(/-?[\d.]+/g) ?? []).map(Number);
    const [last = 0, beforeLast = 0] = values.toReversed();
    if (command === 'M') [x, y] = [beforeLast, last];
    else if (command === 'H') x = last;
    else if (command === 'V') y = last;
    else if (command === 'h') x += last;
    else if (command === 'v') y += last;
    else [x, y] = [x + beforeLast, y + last];
  }
  return `${x} ${y}`;
}

test('each tuft of the hero’s tree sits on the end of its trace', () => {
  const traces = `${tracesAt('near')}${tracesAt('far')}`.match(/M[^M]+/g) ?? [];
  const tufts = Array.from(allTufts().nodes.matchAll(/M(\d+ \d+)/g), ([, place]) => place);
  expect(traces).toHaveLength(tufts.length);
  expect(traces.map(endOf).sort()).toEqual(tufts.sort());
});
