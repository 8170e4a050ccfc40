/**
 * Field types for schemas. Each has the label and hint that editors see in the form and in error messages
 * (`title` and `description` in zod's metadata).
 */
import './metadata.ts';
import { z } from 'zod';
import { cleanLine, cleanParagraph, TASK_BOX, WORD_BULLET } from './clean-text.ts';

/** Accents of a file that was read in another encoding. */
export const GARBLED = {
  pattern: /\uFFFD|Ã[\u00A1-\u00BA\u00BC-\u00BF‡ƒ‰€š]|Â[\u00A1-\u00BF]|â€/g,
  expected:
    'texto com os acentos certos: os deste chegaram trocados; digite de novo essas palavras',
};

/** What plain-text fields refuse, markup that they would show literally too, and what is expected instead. */
const REFUSED: [RegExp, string][] = [
  // Another rule reports empty text.
  [
    /^(?=[^]*\S)[^\p{Letter}\p{Number}\p{Punctuation}\p{Symbol}]*$/u,
    'texto com pelo menos um caractere visível',
  ],
  [GARBLED.pattern, GARBLED.expected],
  // Bold in Markdown and WhatsApp.
  [/\*\*|\*\p{Letter}[^*\n]*\*/u, 'texto sem asteriscos: este campo não aceita negrito'],
  [
    /(?<![\p{Letter}\d_])_[^\s_](?:[^_\n]*[^\s_])?_(?![\p{Letter}\d_])/u,
    'texto sem sublinhados em volta: este campo não aceita itálico',
  ],
  [/~~/, 'texto sem ~~: este campo não aceita riscado'],
  [/\]\(/, 'texto sem link: este campo mostraria os colchetes'],
  [/<\/?[a-z][^<>]*>/i, 'texto sem HTML: este campo o mostraria como está escrito'],
  [/^(?:#{2,6}|# (?!1[ºª]? ))/, 'texto sem # no começo: este campo não aceita títulos'],
];

function text(clean: (text: string) => string, minLength: number, maxLength: number) {
  return z
    .string()
    .overwrite((value) => clean(value.replace(TASK_BOX, '')).replace(WORD_BULLET, ''))
    .min(minLength)
    .max(maxLength)
    .superRefine((value, context) => {
      const [, message] = REFUSED.find(([pattern]) => value.search(pattern) !== -1) ?? [];
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    });
}

/** Single-line text. `maxLength` counts code points. */
export function line(title: string, description: string, maxLength: number, minLength = 1) {
  return text(cleanLine, minLength, maxLength).meta({ title, description });
}

/** A line that also names the entry's file and URL, so it needs letters or digits. */
export function name(title: string, description: string, maxLength: number) {
  return line(title, description, maxLength).regex(
    /[\p{Script=Latin}\d]/u,
    'um nome com letras ou algarismos, que também vira nome de arquivo',
  );
}

/** A line that may be missing or empty: editors empty a field rather than remove it. */
export function optionalLine(title: string, description: string, maxLength: number) {
  return optional(line(title, description, maxLength, 0));
}

/** A field that may be missing, with the label and hint of the schema. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().meta(schema.meta() ?? {});
}

/** A domain as `URL` returns it: in ASCII, although people may type it with accents. */
const DOMAIN = /^(?:[a-z\d_-]+\.)+[a-z\d-]{2,}$/;

function isWebPage(text: string): boolean {
  const url = URL.parse(text);
  // A user name is an e-mail address typed for a link.
  return url?.username === '' && DOMAIN.test(url.hostname) && !/\s/.test(text);
}

/** A link to another site. Adds a missing scheme and turns `http:` into `https:`. */
export function webLink(title: string, description: string, minLength = 0) {
  return z
    .string()
    .overwrite((text) => cleanLine(text).replace(/^(?:https?:\/\/)?(?=.)/i, 'https://'))
    .min(minLength)
    .max(300)
    .refine(
      (text) => text === '' || isWebPage(text),
      'o link de uma página, como https://www.instagram.com/empresa',
    )
    .meta({ title, description });
}

const DAY = 'um dia que existe, como 2026-12-24';

export function day(title: string, description: string) {
  return (
    z
      .string()
      .overwrite(cleanLine)
      .check(z.iso.date({ error: DAY, abort: true }))
      // Somebody typed the year 26.
      .refine((text) => text.startsWith('2'), DAY)
      .meta({ title, description })
  );
}

export function paragraph(title: string, description: string, maxLength: number) {
  return text(cleanParagraph, 1, maxLength).meta({ title, description, multiline: true });
}

/** Position among siblings, starting at 1. An entry without one comes last; titles decide between equals. */
export function order() {
  return optional(
    z
      .preprocess(
        // Nothing typed.
        (value) => (value === null || value === '' ? undefined : value),
        z.coerce
          // Front matter values are strings.
          .number()
          .min(1)
          // Stops here, because integers have their own limit.
          .max(9999, { abort: true })
          .int()
          .optional(),
      )
      .meta({
        title: 'Posição',
        description: 'Na página, 1 aparece primeiro. Vazia: depois de todos os que têm posição.',
      }),
  );
}
