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

/** The pattern with what is repaired before each save: other spaces, dashes, invisible characters around. */
function tolerant(source: string): string {
  return source
    .replaceAll(' ', '\\s')
    .replaceAll('-\\d', '\\p{Dash}\\d')
    .replace(/^\^/, '^[\\s\\p{Cf}]*')
    .replace(/\$$/, '[\\s\\p{Cf}]*$');
}

/**
 * The rule of notation that a text has, as the editor takes and checks it while somebody types: a
 * pattern between slashes with its flags, and a message.
 */
export function patternOf(schema: z.ZodString): [string, string] | undefined {
  const [notation, ...others] = notationsOf(schema);
  if (!notation) return undefined;
  // The editor would show one message for them all. A refinement has one of its own.
  if (others.length > 0)
    throw new TypeError('A field has one pattern: make the other a refinement.');
  const { source, flags } = notation.pattern;
  // Any other flag would change what the pattern means with the one that it needs here.
  if (!['', 'u'].includes(flags))
    throw new TypeError(`The editor cannot check /${source}/${flags}.`);
  return [`/${tolerant(source)}/u`, notation.message];
}
