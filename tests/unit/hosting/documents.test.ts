import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SECURITY_HEADERS, IMMUTABLE, REVALIDATED } from '../../../src/hosting/headers.ts';

/** WCAG 2.2 has 31 criteria of level A and 24 of level AA, 4.1.1 withdrawn. */
const CRITERIA = 55;

const STATEMENT = readFileSync('docs/accessibility.md', 'utf8');

test('the accessibility statement walks every criterion, once', () => {
  const numbers = Array.from(STATEMENT.matchAll(/^\| (\d\.\d\.\d+) /gm), ([, number]) => number);
  expect(new Set(numbers).size).toBe(CRITERIA);
  expect(numbers).toHaveLength(CRITERIA);
});

test('every test that the accessibility statement cites exists', () => {
  const citations = STATEMENT.split('\n').flatMap((line) =>
    Array.from(line.matchAll(/`([\w-]+)`:((?: “[^”]+”,?)+)/g), ([, file = '', titles = '']) =>
      Array.from(titles.matchAll(/“([^”]+)”/g), ([, title = '']) => ({ file, title })),
    ).flat(),
  );
  const missing = citations.filter(
    ({ file, title }) =>
      title !== '…' && !readFileSync(`tests/browser/${file}.spec.ts`, 'utf8').includes(title),
  );
  expect(citations.length).toBeGreaterThan(25);
  expect(missing).toEqual([]);
});

test('the README shows every header with its value', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    expect(readme).toContain(`| \`${name}\``);
    expect(readme).toContain(`\`${value}\``);
  }
  expect(readme).toContain(`\`${IMMUTABLE}\``);
  expect(readme).toContain(`\`${REVALIDATED}\``);
});
