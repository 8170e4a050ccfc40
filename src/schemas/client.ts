import { z } from 'zod';
import type { ImageField } from './image.ts';
import { line, order } from './fields.ts';

export function clientSchema(image: ImageField) {
  return z.strictObject({
    order: order(),
    src: image('logo').meta({
      title: 'Logotipo',
      description:
        'SVG, ou PNG, WebP ou AVIF de fundo transparente. O site o mostra em uma cor só.',
    }),
    alt: line(
      'Nome da empresa',
      'Como a empresa se escreve; leitores de tela dizem este nome.',
      60,
    ),
  });
}
