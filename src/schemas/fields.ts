/**
 * The kinds of field that content is made of. Each takes the label and the hint that editors see in
 * the content editor and in error messages (`title` and `description` in zod's metadata).
 */
import './metadata.ts';
import { z } from 'zod';
import { ICON_LABELS, ICON_NAMES } from './icons.ts';

/**
 * Signs that a paste brings along unseen: control codes, halves of an emoji, and the overrides that
 * turn all text behind them around. Line breaks and tabs are another rule's business.
 */
export const NO_INVISIBLE_SIGNS =
  /^(?:[\t\r\n]|[^\p{Control}\p{Surrogate}\u202A-\u202E\u2066-\u2069])*$/u;

/** Something to see: no mere spaces of the kinds that `trim` leaves, or joiners that join nothing. */
export const SOMETHING_VISIBLE = /[\p{Letter}\p{Number}\p{Punctuation}\p{Symbol}]/u;

/** Nothing at all is another rule's business. */
const EMPTY_OR_VISIBLE = new RegExp(`^\\s*$|${SOMETHING_VISIBLE.source}`, 'u');

/** What the rule says of the signs that nobody sees. */
export const WITHOUT_INVISIBLE_SIGNS =
  'texto sem sinais invisíveis, que às vezes vêm junto ao colar';

function text(minLength: number, maxLength: number) {
  return z
    .string()
    .trim()
    .min(minLength)
    .max(maxLength)
    .regex(NO_INVISIBLE_SIGNS, WITHOUT_INVISIBLE_SIGNS)
    .regex(EMPTY_OR_VISIBLE, 'texto com pelo menos uma letra que se veja');
}

/** Text on one line, without stray spaces around it. Lengths count characters. */
export function line(title: string, description: string, maxLength: number, minLength = 1) {
  return text(minLength, maxLength)
    .regex(/^[^\t\r\n]*$/, 'texto numa linha só, sem tabulação')
    .meta({ title, description });
}

/** A paragraph: plain text, no Markdown. */
export function paragraph(title: string, description: string, maxLength: number) {
  return text(1, maxLength).meta({ title, description, multiline: true });
}

export function icon(description = 'Desenho que acompanha o título.') {
  return z.enum(ICON_NAMES).meta({ title: 'Ícone', description, optionLabels: ICON_LABELS });
}

/** Position among its siblings, 1 first. No two entries of a collection share one. */
export function order() {
  return z
    .int()
    .min(1)
    .max(9999)
    .meta({ title: 'Ordem', description: 'Posição na página: 1 aparece primeiro.' });
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
