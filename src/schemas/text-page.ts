import { z } from 'zod';
import { line, name, order } from '@site/content/fields';

/** A page that is little more than its Markdown, such as the privacy notice. */
export const textPageSchema = z.strictObject({
  order: order(),
  title: name(
    'Título',
    'No alto da página e no pé de todas. Numa página nova, define também o endereço dela.',
    40,
  ),
  description: line(
    'Resumo',
    'A frase embaixo do título, que a busca também mostra: entre 50 e 160 caracteres.',
    160,
    50,
  ),
});
