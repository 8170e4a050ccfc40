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
