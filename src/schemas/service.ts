import { z } from 'zod';
import { line, optional, optionalLine, order, paragraph } from '@site/content/fields';
import { icon } from './icons.ts';
import type { ImageField } from '@site/content/image-field';

/** Delays of a card's reveal, which scrolling drives: each above 0 has a class in `styles/reveal.css`. */
const DELAYS = [0, 0.1, 0.2, 0.3] as const;

/** A value; a service has the same fields and may have a drawing. */
export const valueSchema = z.strictObject({
  order: order(),
  icon: icon(),
  title: line('Título', 'Duas ou três palavras.', 40),
  description: paragraph('Descrição', 'O que o cliente ganha, em uma ou duas frases.', 240),
  delay: z.literal(DELAYS).meta({
    title: 'Atraso da entrada',
    description: 'Quanto o cartão demora a subir quando a página rola.',
    optionLabels: {
      0: 'Nenhum',
      0.1: 'Curto',
      0.2: 'Médio',
      0.3: 'Longo',
    },
  }),
});

export function serviceSchema<Image>(image: ImageField<Image>) {
  return valueSchema.extend({
    price: optionalLine(
      'Preço',
      'De um serviço avulso, embaixo da descrição. Por exemplo: Formatação com backup: R$ 180.',
      60,
    ),
    image: optional(
      image().meta({
        title: 'Desenho',
        description: 'Só aparece o do primeiro serviço. A largura é o dobro da altura.',
      }),
    ),
  });
}
