/**
 * The kinds of field that content is made of. Each takes the label and the hint that editors see in
 * the content editor and in error messages (`title` and `description` in zod's metadata).
 */
import { z } from 'zod';
import { ICON_NAMES } from './icons.ts';

/** Text on one line, without stray spaces around it. Lengths count characters. */
export function line(title: string, description: string, maxLength: number, minLength = 1) {
  return z
    .string()
    .trim()
    .min(minLength)
    .max(maxLength)
    .regex(/^[^\r\n]*$/, 'texto numa linha só')
    .meta({ title, description });
}

/** A paragraph: plain text, no Markdown. */
export function paragraph(title: string, description: string, maxLength: number) {
  return z.string().trim().min(1).max(maxLength).meta({ title, description, multiline: true });
}

export function icon(description = 'Desenho que acompanha o título.') {
  return z.enum(ICON_NAMES).meta({ title: 'Ícone', description });
}

/** Position among its siblings, 1 first. No two entries of a collection share one. */
export function order() {
  return z
    .int()
    .min(1)
    .max(99)
    .meta({ title: 'Ordem', description: 'Posição na página: 1 aparece primeiro.' });
}

/** What search engines and shared links show of a page. */
export function seo() {
  return z
    .strictObject({
      title: line(
        'Título da página',
        'Aparece na aba e na busca. Até 60 letras cabem inteiras.',
        60,
      ),
      description: line(
        'Descrição da página',
        'A frase que a busca mostra embaixo do título: entre 50 e 160 letras.',
        160,
        50,
      ),
    })
    .meta({ title: 'Busca e compartilhamento', description: 'O que aparece fora do site.' });
}
