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

/** Nothing at all is another rule's business. */
const EMPTY_OR_VISIBLE = new RegExp(`^\\s*$|${SOMETHING_VISIBLE.source}`, 'u');

/** Bold as Markdown and WhatsApp write it, struck text, links, headings, boxes, HTML: shown as they are typed. */
const WITHOUT_MARKUP =
  /^(?![^]*(?:\*\*|\*\p{Letter}[^*\n]*\*|~~|\]\(|<\/?[A-Za-z][^<>]*>))(?!#{2,6}|# |- \[[ x]\])/u;

function text(clean: (text: string) => string, minLength: number, maxLength: number) {
  return z
    .string()
    .overwrite(clean)
    .min(minLength)
    .max(maxLength)
    .regex(EMPTY_OR_VISIBLE, 'texto com pelo menos um caractere visível')
    .regex(WITHOUT_MARKUP, 'texto simples: este campo não aceita negrito, links nem HTML');
}

/** Text on one line. Lengths count characters. */
export function line(title: string, description: string, maxLength: number, minLength = 1) {
  return text(cleanLine, minLength, maxLength).meta({ title, description });
}

/** A field that may be missing, or empty: the editor leaves an empty text where one was deleted. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().meta(schema.meta() ?? {});
}

/** A page of another site, empty or with a host; the scheme may be missing where it is typed. */
const WEB_PAGE = /^(?:(?:[Hh]ttps?:\/\/)?[\p{Letter}\d-]+(?:\.[\p{Letter}\d-]+)+(?:[/?#]\S*)?)?$/u;

/** A link to another site. `www.empresa.com.br` and `http:` become `https:`. */
export function webLink(title: string, description: string, minLength = 0) {
  return z
    .string()
    .overwrite((text) => cleanLine(text).replace(/^(?:[Hh]ttps?:\/\/)?(?=.)/, 'https://'))
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
