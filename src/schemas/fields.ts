/**
 * The kinds of field that content is made of. Each takes the label and the hint that editors see in
 * the content editor and in error messages (`title` and `description` in zod's metadata).
 */
import './metadata.ts';
import { z } from 'zod';
import { cleanLine, cleanParagraph } from './clean-text.ts';
import { ICON_LABELS, ICON_NAMES } from './icons.ts';

/** Something to see: no mere spaces, or joiners that join nothing. */
export const SOMETHING_VISIBLE = /[\p{Letter}\p{Number}\p{Punctuation}\p{Symbol}]/u;

/** What would be shown as it is typed, and what is expected instead. */
const MARKUP: [RegExp, string][] = [
  // Bold as Markdown and as WhatsApp write it.
  [/\*\*|\*\p{Letter}[^*\n]*\*/u, 'texto sem asteriscos: este campo não aceita negrito'],
  [
    /(?<![\p{Letter}\d_])_[^\s_](?:[^_\n]*[^\s_])?_(?![\p{Letter}\d_])/u,
    'texto sem sublinhados em volta: este campo não aceita itálico',
  ],
  [/~~/, 'texto sem ~~: este campo não aceita riscado'],
  [/\]\(/, 'texto sem link: este campo mostraria os colchetes'],
  [/<\/?[a-z][^<>]*>/i, 'texto sem HTML: este campo o mostraria como está escrito'],
  [/^(?:#{2,6}|# )/, 'texto sem # no começo: este campo não aceita títulos'],
  [/^- \[[ x]\]/, 'texto sem caixa de marcar'],
  [/^[•·▪◦●]/u, 'texto sem marcador de lista no começo'],
];

function whatIsWrong(text: string): string | undefined {
  // Nothing at all is another rule's business.
  if (text.trim() !== '' && !SOMETHING_VISIBLE.test(text)) {
    return 'texto com pelo menos um caractere visível';
  }
  return MARKUP.find(([pattern]) => pattern.test(text))?.[1];
}

function text(clean: (text: string) => string, minLength: number, maxLength: number) {
  return z
    .string()
    .overwrite(clean)
    .min(minLength)
    .max(maxLength)
    .superRefine((value, context) => {
      const message = whatIsWrong(value);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    });
}

/** Text on one line. Lengths count characters. */
export function line(title: string, description: string, maxLength: number, minLength = 1) {
  return text(cleanLine, minLength, maxLength).meta({ title, description });
}

/** A line that also names the entry's file, and so its URL, in which an emoji leaves nothing to read. */
export function name(title: string, description: string, maxLength: number) {
  return line(title, description, maxLength).regex(
    /[\p{Script=Latin}\d]/u,
    'um nome com letras ou algarismos, que também vira nome de arquivo',
  );
}

/** A field that may be missing, or empty: the editor leaves an empty text where one was deleted. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().meta(schema.meta() ?? {});
}

/** A page of another site, empty or with a host; the scheme may be missing where it is typed. */
const WEB_PAGE =
  /^(?:(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/)?[\p{Letter}\d-]+(?:\.[\p{Letter}\d-]+)+(?:[/?#]\S*)?)?$/u;

/** A link to another site. `www.empresa.com.br` and `http:` become `https:`. */
export function webLink(title: string, description: string, minLength = 0) {
  return z
    .string()
    .overwrite((text) => cleanLine(text).replace(/^(?:https?:\/\/)?(?=.)/i, 'https://'))
    .min(minLength)
    .max(300)
    .regex(WEB_PAGE, 'o link de uma página, como https://www.instagram.com/empresa')
    .meta({ title, description });
}

/** A day, as `2026-12-24`. */
export function day(title: string, description: string) {
  return z
    .string()
    .overwrite(cleanLine)
    .check(z.iso.date('um dia que existe, como 2026-12-24'))
    .meta({ title, description });
}

/** A paragraph: plain text, no Markdown. */
export function paragraph(title: string, description: string, maxLength: number) {
  return text(cleanParagraph, 1, maxLength).meta({ title, description, multiline: true });
}

export function icon(description = 'Desenho que acompanha o título.') {
  return z.enum(ICON_NAMES).meta({ title: 'Ícone', description, optionLabels: ICON_LABELS });
}

/** Position among its siblings, 1 first. Entries in the same place stand by the names of their files. */
export function order() {
  return (
    z.coerce
      // In front matter, every value is a text.
      .number()
      .min(1)
      // Its message is enough: an integer has a limit of its own.
      .max(9999, { abort: true })
      .int()
      .meta({ title: 'Ordem', description: 'Posição na página: 1 aparece primeiro.' })
  );
}

/** What search engines and shared links show of a page. */
export function seo() {
  return z
    .strictObject({
      title: line(
        'Título da página',
        'Aparece na aba e na busca. Até 60 caracteres cabem inteiros.',
        60,
      ),
      description: line(
        'Descrição da página',
        'A frase que a busca mostra embaixo do título: entre 50 e 160 caracteres.',
        160,
        50,
      ),
    })
    .meta({ title: 'Busca e compartilhamento', description: 'O que aparece fora do site.' });
}

const MAX_QUESTIONS = 8;

const questionWithAnswer = z
  .strictObject({
    question: line('Pergunta', 'Como o cliente perguntaria.', 120),
    answer: paragraph('Resposta', 'Uma ou duas frases.', 480),
  })
  .meta({ title: 'Pergunta', description: 'Uma pergunta e a resposta.' });

export type Question = z.infer<typeof questionWithAnswer>;

/** What visitors keep asking, and what the company answers. */
export function questions() {
  return optional(
    z.array(questionWithAnswer).max(MAX_QUESTIONS).meta({
      title: 'Perguntas e respostas',
      description: 'O visitante clica na pergunta para ler a resposta. A busca também as lê.',
    }),
  );
}
