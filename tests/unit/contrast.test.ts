import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { weakPairs } from '../../scripts/brand/contrast.ts';

const css = readFileSync('src/brand/tokens.css', 'utf8');

test('a visitor can read every text and see every control, in both themes', () => {
  expect(weakPairs(css)).toEqual([]);
});

test('whoever chooses a colour too weak for text reads which token to edit', () => {
  const glow = '#ba6c2a';
  const weak = weakPairs(css.replace(/(--color-glow:) #\w+/, `$1 ${glow}`));
  expect(weak).toContainEqual(
    expect.stringMatching(
      /^--color-glow \(#ba6c2a\) on --color-deep \(#\w+\), light theme: 3\.\d+ : 1, and text needs 4\.5 : 1$/,
    ),
  );
});
