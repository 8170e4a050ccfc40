import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { weakPairs } from '../../scripts/brand/contrast.ts';

const css = readFileSync('src/brand/tokens.css', 'utf8');

test('a visitor can read every text and see every control, in both themes', () => {
  expect(weakPairs(css)).toEqual([]);
});

test('whoever chooses a colour too weak for text reads which token to edit', () => {
  const [, deep = ''] = /--color-deep: (#\w+)/.exec(css) ?? [];
  const weak = weakPairs(css.replace(/(--color-glow:) #\w+/, `$1 ${deep}`));
  expect(weak).toContain(
    `--color-glow (${deep}) on --color-deep (${deep}), light theme: 1 : 1, and text needs 4.5 : 1`,
  );
});

test('a nearly black brand passes, with a card that is darker still, but not with a card as dark as its ground', () => {
  const black = css.replace(/(--color-deep:) #\w+/, '$1 #0f172a');
  const withSurface = (color: string) =>
    weakPairs(black.replace(/(dark[^]*?--color-surface:) #\w+/, `$1 ${color}`));
  expect(withSurface('#020617')).toEqual([]);
  expect(withSurface('#0d1526').join()).toContain('--color-surface (#0d1526) on --color-deep');
});
