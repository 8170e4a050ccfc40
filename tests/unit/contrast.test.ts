import { readFileSync } from 'node:fs';
import { wcagContrast, wcagLuminance } from 'culori';
import { describe, expect, test } from 'vitest';
import { readTokens, token, type Tokens } from '../../src/lib/tokens.ts';

/** WCAG 2.2: 1.4.3 for text; 1.4.11 for controls, icons and focus; none for what only adorns. */
const MINIMUM = { text: 4.5, graphic: 3, decoration: 1 };

type Need = keyof typeof MINIMUM;
type Pair = readonly [need: Need, foregrounds: readonly string[], surfaces: readonly string[]];

const PAPER = ['surface', 'raised', 'quiet'];
const BUTTONS = ['action', 'action-hover'];
const WHATSAPP_BUTTONS = ['whatsapp', 'whatsapp-hover'];

/** Every colour, on every surface that it is seen on. */
const PAIRS: readonly Pair[] = [
  ['text', ['ink', 'muted', ...BUTTONS], PAPER],
  ['text', ['ink'], ['success-surface']],
  ['text', ['danger'], ['surface', 'raised', 'danger-surface']],
  ['text', ['on-action'], BUTTONS],
  ['text', ['on-whatsapp'], WHATSAPP_BUTTONS],
  ['graphic', [...BUTTONS, ...WHATSAPP_BUTTONS], PAPER],
  // The ring around a focused link in a form status.
  ['graphic', ['action'], ['success-surface', 'danger-surface']],
  // Borders of fields.
  ['graphic', ['control', 'danger'], ['surface', 'raised']],
  // Hairlines between things that space tells apart as well.
  ['decoration', ['line'], PAPER],
];

/** The same on araucária green, where `.on-deep` gives some tokens another value. */
const PAIRS_ON_DEEP: readonly Pair[] = [
  ['text', ['on-deep', 'muted'], ['deep']],
  ['text', ['on-action'], BUTTONS],
  ['text', ['on-whatsapp'], WHATSAPP_BUTTONS],
  ['graphic', [...BUTTONS, ...WHATSAPP_BUTTONS, 'glow', 'glow-hover'], ['deep']],
  ['decoration', ['deep-line'], ['deep']],
];

const css = readFileSync('src/styles/tokens.css', 'utf8');
const root = readTokens(css);
const onDeep = readTokens(css, '.on-deep');

const REFERENCE = /^var\((--[\w-]+)\)$/;

const withoutPrefix = (name: string): string => name.replace('--color-', '');

/** Follows `var(--color-glow)` to the colour it stands for. */
function resolve(tokens: Tokens, name: string): string {
  const value = token(tokens, `--${name}`);
  const reference = REFERENCE.exec(value)?.[1];
  return reference === undefined ? value : resolve(tokens, reference.slice('--'.length));
}

const THEMES = (['light', 'dark'] as const).flatMap((theme) => [
  { name: `on paper in the ${theme} theme`, tokens: root[theme], pairs: PAIRS },
  {
    name: `on araucária green in the ${theme} theme`,
    tokens: new Map([...root[theme], ...onDeep[theme]]),
    pairs: PAIRS_ON_DEEP,
  },
]);

describe.each(THEMES)('$name', ({ tokens, pairs }) => {
  const cases = pairs.flatMap(([need, foregrounds, surfaces]) =>
    foregrounds.flatMap((foreground) => surfaces.map((surface) => ({ need, foreground, surface }))),
  );

  test.each(cases)('$foreground can be seen on $surface', ({ need, foreground, surface }) => {
    const color = (name: string): string => resolve(tokens, `color-${name}`);
    const contrast = wcagContrast(color(foreground), color(surface));
    expect(contrast).toBeGreaterThanOrEqual(MINIMUM[need]);
  });
});

test('every colour stands in a pair, or stands for one that does', () => {
  const paired = new Set([...PAIRS, ...PAIRS_ON_DEEP].flatMap(([, ...names]) => names.flat()));
  for (const [name, value] of onDeep.light) {
    const target = REFERENCE.exec(value)?.[1];
    if (target !== undefined && paired.has(withoutPrefix(name))) paired.add(withoutPrefix(target));
  }
  const colors = [...root.dark.keys()].filter((name) => name.startsWith('--color-'));
  expect(colors.map(withoutPrefix).filter((name) => !paired.has(name))).toEqual([]);
});

test('each theme has a surface of its own: dark on light, light on dark', () => {
  const isLighter = (tokens: Tokens, one: string, other: string): boolean =>
    wcagLuminance(resolve(tokens, one)) > wcagLuminance(resolve(tokens, other));
  expect(isLighter(root.light, 'color-surface', 'color-ink')).toBe(true);
  expect(isLighter(root.dark, 'color-ink', 'color-surface')).toBe(true);
});

test('the dark theme gives no colour that the light one lacks', () => {
  const extra = [...root.dark.keys()].filter((name) => !root.light.has(name));
  expect(extra).toEqual([]);
});
