import type { z } from 'zod';

interface Notation {
  pattern: RegExp;
  message: string;
}

function notationsOf(schema: z.ZodString): Notation[] {
  return (schema.def.checks ?? []).flatMap((check) => {
    const { pattern, error } = check._zod.def as unknown as {
      pattern?: RegExp;
      error?: () => string;
    };
    return pattern instanceof RegExp && error ? [{ pattern, message: error() }] : [];
  });
}

/** The pattern with what is repaired before each save: other spaces, invisible characters around. */
function tolerant(source: string): string {
  return source
    .replaceAll(' ', '\\s')
    .replace(/^\^/, '^[\\s\\p{Cf}]*')
    .replace(/\$$/, '[\\s\\p{Cf}]*$');
}

/**
 * All rules of notation that a text has, as the one that the editor takes and checks while somebody
 * types: a pattern between slashes with its flags, and the message of every rule in it.
 */
export function patternOf(schema: z.ZodString): [string, string] | undefined {
  const notations = notationsOf(schema);
  if (notations.length === 0) return undefined;
  const lookaheads = notations.map(({ pattern: { source, flags } }) => {
    // Any other flag would change what the rules beside it mean.
    if (!['', 'u'].includes(flags))
      throw new TypeError(`The editor cannot check /${source}/${flags}.`);
    return `(?=[^]*?(?:${tolerant(source)}))`;
  });
  // The field's own rule comes last in the schema, and is the likeliest to be broken.
  const messages = notations.map(({ message }) => message).reverse();
  return [`/^${lookaheads.join('')}/u`, messages.join('; ')];
}
