/** Colours and sizes have one place, src/styles/tokens.css, and markup names them. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';

const TOKENS = 'tokens.css';
const markup = globSync('src/{components,layouts,pages,islands}/**/*.{astro,tsx}');
const styles = globSync('src/styles/*.css').filter((file) => basename(file) !== TOKENS);

const COLOUR = /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?![\w-])|\b(?:rgb|hsl|okl(?:ab|ch))a?\(/i;
/** `mt-[13px]`, `bg-[#fff]`: Tailwind's way around its theme. */
const ARBITRARY = /[\w-]+-\[[^\]]+\]/;
const INLINE = /\sstyle=/;

function lines(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return text.split('\n').map((line) => line.replace(/(^|\s)\/\/.*$/, ''));
}

const found = (files: string[], pattern: RegExp): string[] =>
  files.flatMap((file) =>
    lines(file)
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

test('the files looked at are there', () => {
  expect(markup.length).toBeGreaterThan(20);
  expect(styles.length).toBeGreaterThan(8);
});

describe('whoever changes the look changes it in one place', () => {
  test('no colour is written outside the tokens', () => {
    expect(found([...markup, ...styles], COLOUR)).toEqual([]);
  });

  test('no markup goes around the theme', () => {
    expect(found(markup, ARBITRARY)).toEqual([]);
    expect(found(markup, INLINE)).toEqual([]);
  });
});

test('the theme holds names of tokens, not values of its own', () => {
  const css = readFileSync(`src/styles/${TOKENS}`, 'utf8');
  const theme = readFileSync('tailwind.config.mjs', 'utf8');
  const names = [...theme.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  // The face is Astro's: fonts in astro.config.mjs.
  const own = names.filter((name) => name !== '--font-display' && !name.startsWith('--color-'));
  for (const name of own) expect(css).toContain(`${name}:`);
});
