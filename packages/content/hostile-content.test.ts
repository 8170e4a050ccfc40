/** The check refuses hostile text in a field with a reason, or the text arrives clean. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkFields } from './schema-issues.ts';
import { formatOf } from './file-formats.ts';
import { line } from './fields.ts';
import { anyText } from '@site/test-support/any-text';

const HOSTILE_PARTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '&lt;b&gt;',
  '👩‍👩‍👧‍👦',
  '\u202Eodut',
  '\u200F',
  '\u0000\uD83D',
  '\u00A0\r\n',
  '---',
  '[x](javascript:alert(1))',
  '<!--',
  ']]>',
  '#*&!|>%@`: ',
  'a'.repeat(10_000),
];

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE_PARTS), anyText(40)), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));

const INVISIBLE = /[\p{Control}\p{Surrogate}\u00AD\u200B\u202A-\u202E\u2066-\u2069]/u;
const MAX_CHARACTERS = 40;
const schema = z.strictObject({ text: line('Texto', 'Um texto.', MAX_CHARACTERS) });

test.each(['md', 'json'])(
  'a hostile text in a .%s is refused with a reason, or arrives clean',
  (extension) => {
    const { fromFile, toFile } = formatOf(extension);
    fc.assert(
      fc.property(hostile, (text) => {
        const data = { text: fromFile(toFile({ text }))['text'] };
        const { issues: refusals } = checkFields(schema, data);
        for (const { path, expected, found } of refusals) {
          expect(path).toEqual(['text']);
          expect(expected).not.toBe('');
          // A quote must neither reverse nor flood the report.
          expect(found).not.toMatch(INVISIBLE);
          expect(found.length).toBeLessThan(600);
        }
        if (refusals.length > 0) return;
        const arrived = schema.parse(data).text;
        expect(arrived).not.toMatch(INVISIBLE);
        expect(Array.from(arrived).length).toBeLessThanOrEqual(MAX_CHARACTERS);
      }),
      { numRuns: 200 },
    );
  },
);
