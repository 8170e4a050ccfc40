import { expect, test } from 'vitest';
import { withConstantTokens } from '../../../src/lean-pages/constant-tokens.ts';

test('a token with one value is written where it is used', () => {
  expect(
    withConstantTokens(
      ':root{--radius:1rem;color:red}.card{border-radius:calc(var(--radius) * 2)}',
    ),
  ).toBe(':root{color:red}.card{border-radius:calc(1rem * 2)}');
});

test('a token is found however its reference is written', () => {
  expect(withConstantTokens(':root{--á:1rem}p{margin:VAR( --á )}')).toBe('p{margin:1rem}');
});

test('a rule that declared nothing else goes with it', () => {
  expect(withConstantTokens(':root{--radius:1rem}.card{border-radius:var(--radius)}')).toBe(
    '.card{border-radius:1rem}',
  );
});

test('a rule in which an earlier step left nothing goes as well, with its condition', () => {
  const empty = '@supports (color:red){@media (prefers-color-scheme:dark){:root{}}}';
  expect(withConstantTokens(`${empty}p{color:red}`)).toBe('p{color:red}');
});

test.each([
  ['the theme', ':root{--ink:#000}@media (prefers-color-scheme:dark){:root{--ink:#fff}}'],
  ['the ground it stands on', ':root{--ink:#000}.on-deep{--ink:#fff}'],
  ['the medium, which alone declares it', '@media screen{:root{--ink:#000}}'],
  ['an element, which alone declares it', '.on-deep{--ink:#000}'],
])('a token whose value depends on %s stays', (_what, declared) => {
  const css = `${declared}p{color:var(--ink)}`;
  expect(withConstantTokens(css)).toBe(css);
});

test('a token stays for markup and scripts that ask for it', () => {
  const css = ':root{--bar:4rem}main{padding-top:var(--bar)}';
  expect(withConstantTokens(css, ['--bar'])).toBe(css);
});

test('a token that something else stands in for stays: gone, it would lose to its fallback', () => {
  const css = ':root{--foot:6rem}main{padding:var(--foot, 0)}p{margin:var(--foot)}';
  expect(withConstantTokens(css)).toBe(css);
});

test('a token that stands for another is followed as far as nothing changes it', () => {
  expect(withConstantTokens(':root{--leaf:green;--go:var(--leaf)}p{color:var(--go)}')).toBe(
    'p{color:green}',
  );
  const changing = ':root{--leaf:green;--go:var(--leaf)}.dry{--leaf:brown}p{color:var(--go)}';
  expect(withConstantTokens(changing)).toBe(changing);
});
