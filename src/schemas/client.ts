import { z } from 'zod';
import type { ImageField } from '@site/content/image-field';
import { name, order } from '@site/content/fields';

export function clientSchema<Image>(image: ImageField<Image>) {
  return z.strictObject({
    order: order(),
    src: image('logo').meta({
      title: 'Logotipo',
      description:
        'SVG, PNG, WebP ou AVIF de fundo transparente. O site mostra todos em uma cor só.',
    }),
    alt: name(
      'Nome da empresa',
      'Com a grafia da própria empresa. Uma página de texto com este mesmo nome conta o trabalho: um link com o título dela fica acima dos logotipos.',
      60,
    ),
  });
}
