/** Colours and sizes have one place, src/styles/tokens.css, and markup names them. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import config from '../../tailwind.config.mjs';

const TOKENS = 'tokens.css';
const markup = globSync('src/{components,layouts,pages,islands}/**/*.{astro,tsx}');
const styles = globSync('src/styles/*.css').filter((file) => basename(file) !== TOKENS);

const { theme } = config;

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

/** Classes of distance and size that count units: `mt-8`, `sm:gap-x-12`, `-top-6`. */
const STEP_CLASS =
  /(?<![\w-])-?(?:[mp][trblxy]?|gap(?:-[xy])?|inset(?:-[xy])?|top|right|bottom|left|size|min-h|max-h|[hw])-(\d+(?:\.\d+)?)(?![\w/.-])/g;

test('no distance is used that the theme does not know: Tailwind would leave its class out', () => {
  const known = Object.keys(theme.spacing);
  const unknown = [...markup, ...styles].flatMap((file) =>
    lines(file).flatMap((line) =>
      [...line.matchAll(STEP_CLASS)]
        .filter(([, step = '']) => !known.includes(step))
        .map(([name]) => `${file}: ${name}`),
    ),
  );
  expect(unknown).toEqual([]);
});

describe('the theme takes its values from the tokens', () => {
  const css = readFileSync(`src/styles/${TOKENS}`, 'utf8');
  const KEYWORDS = ['none', '0', '100%', '9999px', 'transparent', 'currentColor'];

  test.each(['colors', 'fontSize', 'lineHeight', 'maxWidth', 'borderRadius'] as const)(
    '%s',
    (key) => {
      const values = Object.values<unknown>(theme[key])
        .flatMap((value) =>
          typeof value === 'object' ? Object.values<unknown>({ ...value }) : [value],
        )
        .map(String)
        .filter((value) => !KEYWORDS.includes(value));
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) {
        const [, name = 'none'] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
        expect(css, value).toContain(`${name}:`);
      }
    },
  );

  test('distances, which count its unit', () => {
    const unitRem = Number(/--space-unit: ([\d.]+)rem/.exec(css)?.[1]);
    expect(theme.spacing).toHaveProperty('4', `${4 * unitRem}rem`);
  });
});
