import { readFileSync } from 'node:fs';
import { wcagContrast } from 'culori';
import { describe, expect, test } from 'vitest';
import { readTokens, token, type Tokens } from '../../src/lib/tokens.ts';

/** WCAG 2.2: 1.4.3 for text; 1.4.11 for controls, icons and focus. */
const MINIMUM = { text: 4.5, graphic: 3 };

type Pair = [need: keyof typeof MINIMUM, foregrounds: string[], surfaces: string[]];

const PAPER = ['surface', 'raised', 'quiet'];
const BUTTONS = ['action', 'action-hover'];
const WHATSAPP_BUTTONS = ['whatsapp', 'whatsapp-hover'];

/** Every colour with every surface that it appears on. */
const PAIRS: Pair[] = [
  ['text', ['ink', 'muted', ...BUTTONS], PAPER],
  ['text', ['ink'], ['success-surface']],
  ['text', ['danger'], ['surface', 'raised', 'danger-surface']],
  ['text', ['on-action'], BUTTONS],
  ['text', ['on-whatsapp'], WHATSAPP_BUTTONS],
  ['graphic', [...BUTTONS, ...WHATSAPP_BUTTONS], PAPER],
  // The focus ring of a link in a form status.
  ['graphic', ['action'], ['success-surface', 'danger-surface']],
  // Borders of fields.
  ['graphic', ['control', 'danger'], ['surface', 'raised']],
];

/** The same on a deep surface, where `.on-deep` overrides some tokens. */
const PAIRS_ON_DEEP: Pair[] = [
  ['text', ['on-deep', 'muted'], ['deep']],
  ['text', ['on-action'], BUTTONS],
  ['text', ['on-whatsapp'], WHATSAPP_BUTTONS],
  ['graphic', [...BUTTONS, ...WHATSAPP_BUTTONS, 'glow', 'glow-hover'], ['deep']],
];

function expectSeen(tokens: Tokens, pairs: Pair[]): void {
  for (const [need, foregrounds, surfaces] of pairs) {
    for (const surface of surfaces) {
      for (const foreground of foregrounds) {
        const contrast = wcagContrast(
          token(tokens, `--color-${foreground}`),
          token(tokens, `--color-${surface}`),
        );
        expect.soft(contrast, `${foreground} on ${surface}`).toBeGreaterThanOrEqual(MINIMUM[need]);
      }
    }
  }
}

describe('src/brand/tokens.css', () => {
  const css = readFileSync('src/brand/tokens.css', 'utf8');
  const root = readTokens(css);
  const onDeep = readTokens(css, '.on-deep');

  test.each(['light', 'dark'] as const)('a visitor can see everything in the %s theme', (theme) => {
    expectSeen(root[theme], PAIRS);
    expectSeen(new Map([...root[theme], ...onDeep[theme]]), PAIRS_ON_DEEP);
  });
});
