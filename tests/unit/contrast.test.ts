import { readFileSync } from 'node:fs';
import { wcagContrast, wcagLuminance } from 'culori';
import { describe, expect, test } from 'vitest';
import { readTokens, token, type Tokens } from '../../src/lib/tokens.ts';

/** WCAG 2.2: 1.4.3 for text; 1.4.11 for controls, icons and focus; none for what only adorns. */
const MINIMUM = { text: 4.5, graphic: 3, decoration: 1 };

type Need = keyof typeof MINIMUM;
type Pair = readonly [need: Need, foreground: string, surfaces: readonly string[], where: string];

const PAPER = ['surface', 'raised', 'quiet'] as const;

/** Every colour, on every surface that it is seen on. */
const PAIRS: readonly Pair[] = [
  [
    'text',
    'ink',
    [...PAPER, 'success-surface'],
    'running text, headings, hovered links of the bar',
  ],
  ['text', 'muted', PAPER, 'leads, descriptions, placeholders'],
  ['text', 'action', PAPER, 'links, the current page in the bar'],
  ['text', 'action-hover', PAPER, 'hovered links'],
  ['graphic', 'action', [...PAPER, 'success-surface'], 'buttons, icons, the ring around the focus'],
  ['graphic', 'action-hover', PAPER, 'hovered buttons'],
  ['text', 'on-action', ['action', 'action-hover'], 'the words of buttons'],
  ['graphic', 'control', ['surface', 'raised'], 'borders of fields and of the Menu button'],
  ['decoration', 'line', PAPER, 'hairlines between things that space tells apart as well'],
  ['text', 'on-whatsapp', ['whatsapp', 'whatsapp-hover'], 'WhatsApp buttons'],
  ['graphic', 'whatsapp', PAPER, 'WhatsApp buttons'],
  ['graphic', 'whatsapp-hover', PAPER, 'hovered WhatsApp buttons'],
  [
    'text',
    'danger',
    ['surface', 'raised', 'danger-surface'],
    'what is wrong with a field, failures',
  ],
  ['graphic', 'danger', ['surface', 'raised'], 'the border of a field that needs another look'],
  ['graphic', 'action', ['danger-surface'], 'the ring around a focused link in a failure'],
];

/** The same on araucária green, where `.on-deep` gives some tokens another value. */
const PAIRS_ON_DEEP: readonly Pair[] = [
  ['text', 'on-deep', ['deep'], 'hero, contact card, footer'],
  ['text', 'muted', ['deep'], 'the quieter lines there'],
  ['decoration', 'deep-line', ['deep'], 'the hairline above the footer'],
  ['graphic', 'action', ['deep'], 'buttons, the ring around the focus'],
  ['graphic', 'action-hover', ['deep'], 'hovered buttons'],
  ['text', 'on-action', ['action', 'action-hover'], 'the words of buttons'],
  ['graphic', 'whatsapp', ['deep'], 'the WhatsApp button of the contact card'],
  ['graphic', 'whatsapp-hover', ['deep'], 'the same, hovered'],
  ['text', 'on-whatsapp', ['whatsapp', 'whatsapp-hover'], 'its words'],
  ['graphic', 'glow', ['deep'], 'the nodes of the tree and of the mark'],
  ['graphic', 'glow-hover', ['deep'], 'the light that runs along the branches'],
];

const css = readFileSync('src/styles/tokens.css', 'utf8');
const root = readTokens(css);
const onDeep = readTokens(css, '.on-deep');

const REFERENCE = /^var\((--[\w-]+)\)$/;

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
  const cases = pairs.flatMap(([need, foreground, surfaces, where]) =>
    surfaces.map((surface) => ({ need, foreground, surface, where })),
  );

  test.each(cases)(
    '$foreground can be seen on $surface: $where',
    ({ need, foreground, surface }) => {
      const contrast = wcagContrast(
        resolve(tokens, `color-${foreground}`),
        resolve(tokens, `color-${surface}`),
      );
      expect(contrast).toBeGreaterThanOrEqual(MINIMUM[need]);
    },
  );
});

test('every colour stands in a pair, or stands for one that does', () => {
  const paired = new Set(
    [...PAIRS, ...PAIRS_ON_DEEP].flatMap(([, foreground, surfaces]) => [foreground, ...surfaces]),
  );
  const standIns = [...onDeep.light].map(([name, value]) => ({
    name: name.replace('--color-', ''),
    target: REFERENCE.exec(value)?.[1]?.replace('--color-', ''),
  }));
  for (const { name, target } of standIns) {
    if (target !== undefined && paired.has(name)) paired.add(target);
  }
  const colors = [...root.dark.keys()]
    .filter((name) => name.startsWith('--color-'))
    .map((name) => name.replace('--color-', ''));
  expect(colors.filter((name) => !paired.has(name))).toEqual([]);
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

test('the mark in the tab and on home screens has the colours of the tokens', () => {
  const used = readFileSync('public/favicon.svg', 'utf8').match(/#[\da-f]{6}/g) ?? [];
  expect(used.length).toBeGreaterThan(3);
  for (const colour of used) expect(css).toContain(colour);
});
