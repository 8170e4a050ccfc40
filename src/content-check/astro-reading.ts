/**
 * Reads front matter with the parser that Astro itself builds with. It follows an older YAML than
 * the one that knows lines, and what one takes for a text may be a number to the other.
 */
import { parseFrontmatter } from 'astro/markdown';
import { WITHOUT_INVISIBLE_SIGNS } from '../schemas/fields.ts';
import type { Path } from './problem.ts';
import { valueAt } from './schema-fields.ts';
import { quoteLine } from './sentences.ts';
import type { SyntaxMistake } from './source-file.ts';

interface Reading {
  data: unknown;
  body: string;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}

function own(group: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(group, key) ? group[key] : undefined;
}

/** The fields that two readings of one text do not agree on. */
function differences(ours: unknown, theirs: unknown, path: Path = []): Path[] {
  if (Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length) {
    return ours.flatMap((item, index) => differences(item, theirs[index], [...path, index]));
  }
  if (isGroup(ours) && isGroup(theirs)) {
    const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
    return [...keys].flatMap((key) =>
      differences(own(ours, key), own(theirs, key), [...path, key]),
    );
  }
  const isSame =
    ours instanceof Date && theirs instanceof Date
      ? ours.getTime() === theirs.getTime()
      : Object.is(ours, theirs);
  return isSame ? [] : [path];
}

/** A text that Astro's parser cannot read at all. */
function refusal(error: unknown, text: string): SyntaxMistake {
  const { reason = '', mark } = error as { reason?: string; mark?: { line: number } | null };
  const line = (mark?.line ?? 0) + 1;
  return {
    line,
    expected: reason.includes('non-printable')
      ? WITHOUT_INVISIBLE_SIGNS
      : 'um campo por linha, e aspas em volta de um texto com sinais especiais',
    found: quoteLine(text, line),
  };
}

/**
 * @param text of the whole file
 * @param ours what the parser that knows lines made of it
 */
export function disagreements(
  text: string,
  ours: Reading,
  lineOf: (path: Path) => number | undefined,
): SyntaxMistake[] {
  let reading;
  try {
    // As Astro itself calls it: what is removed here leaves spaces there.
    reading = parseFrontmatter(text, { frontmatter: 'empty-with-spaces' });
  } catch (error) {
    return [refusal(error, text)];
  }
  const { frontmatter, rawFrontmatter, content } = reading;
  if (content.trim() !== ours.body.trim()) {
    const line = rawFrontmatter.split('\n').length;
    const expected = 'no cabeçalho, nenhuma linha que comece com --- ou +++';
    return [{ line, expected, found: quoteLine(text, line) }];
  }
  // Anything but fields is a mistake of its own already.
  if (!isGroup(ours.data)) return [];
  return differences(ours.data, frontmatter).map((path) => {
    const line = lineOf(path) ?? 1;
    const theirs = valueAt(frontmatter, path);
    return {
      path,
      line,
      expected: 'aspas em volta deste valor',
      found: quoteLine(text, line),
      ...(typeof theirs === 'string'
        ? {}
        : { advice: `Sem aspas, o site leria ${String(theirs)}.` }),
    };
  });
}
