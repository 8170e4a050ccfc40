/** Whatever stands in front matter, quoted or not: what the check reads is what Astro publishes. */
import { parseFrontmatter } from 'astro/markdown';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFrontMatter } from '../../src/content-check/front-matter.ts';

const RUNS = 2_000;
/** A second on an idle machine. */
const TIMEOUT_MS = 60_000;

/** Signs and words that mean something to one YAML or another. */
const YAML_PARTS = [
  ...Array.from('!&*#|>%@`"\'{}[],?:-~=<_.+0123456789abeox '),
  ' #',
  ': ',
  '- ',
  '\n  ',
  '\n    ',
  '\n',
  '\r\n  ',
  '\r',
  '---',
  '\n---',
  '\n+++\n',
  '...',
  '<<',
  '!!str ',
  '!!binary ',
  '&a ',
  '*a',
  '\\x41',
  '\\',
  '0b11',
  '0o17',
  '1_000',
  '1e3',
  '.inf',
  '.nan',
  'null',
  'true',
  'Yes',
  '2026-12-24',
  '2026-1-2',
  '12:30:00',
  '__proto__',
  'Sob Consulta',
  '\t',
  '\u0085',
  '\u2028',
  '\uFEFF',
];

const rawScalar = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...YAML_PARTS) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''));

test(
  'a value that the check accepts as it is typed is the value that Astro reads',
  { timeout: TIMEOUT_MS },
  () => {
    fc.assert(
      fc.property(rawScalar, fc.constantFrom('price: ', 'price:\n    - '), (scalar, before) => {
        const file = `---\norder: 1\nlist:\n  ${before}${scalar}\n  cta: Saiba Mais\n---\nTexto\n`;
        const { data, mistakes, body } = readFrontMatter(file);
        if (mistakes.length > 0) {
          for (const { line, expected, found } of mistakes) {
            expect(line).toBeGreaterThan(0);
            expect(expected).not.toBe('');
            expect(found).not.toBe('');
          }
          return;
        }
        const astro = parseFrontmatter(file);
        expect(data).toEqual(astro.frontmatter);
        expect(body?.text.trim()).toBe(astro.content.trim());
      }),
      { numRuns: RUNS },
    );
  },
);

test(
  'what the check accepts is all that was typed, where it is text',
  { timeout: TIMEOUT_MS },
  () => {
    const word = fc.string({
      unit: fc.constantFrom(...Array.from('ab#!&*@%:,-[]{}\'" ')),
      minLength: 1,
    });
    fc.assert(
      fc.property(word, (typed) => {
        const { data, mistakes } = readFrontMatter(`---\nprice: ${typed}\n---\nTexto\n`);
        const { price } = (data ?? {}) as { price?: unknown };
        if (mistakes.length > 0 || typeof price !== 'string') return;
        const isQuoted = /^\s*["']/.test(typed);
        if (!isQuoted) expect(price).toBe(typed.trim());
      }),
      { numRuns: RUNS },
    );
  },
);
