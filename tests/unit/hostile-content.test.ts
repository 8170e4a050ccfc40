/** Whatever somebody pastes into a field, the check either refuses it clearly or lets it be text. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { planMarkdown } from '../../src/markdown/processor.ts';
import { ContentCopy } from './support/content-copy.ts';

const content = new ContentCopy();
afterAll(() => {
  content.remove();
});

const HOSTILE_PARTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; --",
  '{{7*7}}',
  '${x}',
  '&lt;b&gt;',
  '👩‍👩‍👧‍👦',
  '\u202Eodut',
  '\u200F',
  '\u0000',
  '\uD83D',
  '\r\n',
  '---',
  '[x](javascript:alert(1))',
  '<!--',
  ']]>',
  'a'.repeat(10_000),
];

const hostile = fc
  .array(
    fc.oneof(fc.constantFrom(...HOSTILE_PARTS), fc.string({ unit: 'binary', maxLength: 40 })),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));

const RUNS = 60;
/** Sixty checks of all content take seconds where other tests run beside them. */
const TIMEOUT_MS = 60_000;
const OVERRIDES = /[\p{Control}\p{Surrogate}\u202A-\u202E\u2066-\u2069]/u;

describe.each([
  {
    kind: 'a JSON file',
    file: 'values/empatia.json',
    path: ['title'],
    field: 'title',
    longest: 40,
  },
  {
    kind: 'a front matter',
    file: 'plans/tecnologia.md',
    path: ['list', 'price'],
    field: 'list.price',
    longest: 40,
  },
])('a hostile text in $kind', ({ file, path, field, longest }) => {
  test(
    'is refused with its place and a reason, or holds to every rule',
    { timeout: TIMEOUT_MS },
    async () => {
      const intact = content.read(file);
      const fields = content.fields(file);
      await fc.assert(
        fc.asyncProperty(hostile, async (text) => {
          const group = path.slice(0, -1).reduce((data, key) => data[key] as typeof fields, fields);
          group[path.at(-1) ?? ''] = text;
          content.write(file, intact);
          content.writeFields(file, fields);
          const problems = await content.check();
          if (problems.length === 0) {
            expect(Array.from(text.trim()).length).toBeLessThanOrEqual(longest);
            expect(text.trim()).not.toMatch(OVERRIDES);
            return;
          }
          for (const problem of problems) {
            expect(problem).toMatchObject({ file, field });
            expect(problem.line).toBeGreaterThan(0);
            expect(problem.expected).not.toBe('');
            // The report itself must not be turned around, or flooded, by what it quotes.
            expect(problem.found).not.toMatch(OVERRIDES);
            expect(problem.found.length).toBeLessThan(600);
          }
        }),
        { numRuns: RUNS },
      );
      content.write(file, intact);
    },
  );
});

test('a hostile plan text is refused or becomes harmless HTML', async () => {
  const { render } = await planMarkdown('/').createRenderer({ syntaxHighlight: false });
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const { code } = await render(text);
      const tags = code.match(/<\/?[a-z][^>]*>/gi) ?? [];
      for (const tag of tags) {
        expect(tag).toMatch(/^<\/?(?:p|h2|h3|ul|ol|li|strong|em|a|img|br|hr|blockquote|code)\b/);
        expect(tag).not.toMatch(/\son\w+=|javascript:|style=/i);
      }
    }),
    { numRuns: 300 },
  );
});
