import { z } from 'zod';
import type { ImageField } from '@site/content/image-field';
import { line, name, optionalLine, order, paragraph } from '@site/content/fields';
import { icon } from './icons.ts';
import { questions, seo } from './page-fields.ts';

const LIST_FEATURES_COUNT = 4;
const DETAIL_FEATURES_COUNT = 6;

const teaser = z
  .strictObject({
    title: line('Título', 'O nome do plano na página inicial.', 40),
    description: paragraph('Descrição', 'Uma frase que dê vontade de ver os detalhes.', 180),
  })
  .meta({ title: 'Na página inicial', description: 'O cartão do plano na página inicial.' });

const list = z
  .strictObject({
    title: name(
      'Título',
      'O nome do plano na lista de planos. Num plano novo, define também o endereço da página.',
      60,
    ),
    description: paragraph('Descrição', 'Para quem é o plano, em uma frase.', 180),
    features: z
      .array(line('Vantagem', 'Poucas palavras.', 60))
      .length(LIST_FEATURES_COUNT)
      .meta({ title: 'Vantagens', description: `Exatamente ${LIST_FEATURES_COUNT}, curtas.` }),
    price: line('Preço', 'O texto do preço, como “Sob Consulta”.', 40),
    cta: line('Texto do botão', 'Leva à página do plano.', 30),
  })
  .meta({ title: 'Na lista de planos', description: 'O cartão do plano em /planos.' });

const detail = <Image>(image: ImageField<Image>) =>
  z
    .strictObject({
      name: line('Nome', 'O nome do plano na página dele.', 60),
      description: paragraph('Descrição', 'O parágrafo logo abaixo do nome.', 320),
      longFeatures: z
        .array(line('Vantagem', 'Uma frase curta.', 100))
        .length(DETAIL_FEATURES_COUNT)
        .meta({
          title: 'Principais vantagens',
          description: `Exatamente ${DETAIL_FEATURES_COUNT}.`,
        }),
      image: image().meta({
        title: 'Imagem',
        description: 'Desenho ou foto na proporção 4 por 3.',
      }),
      imageAlt: line('Descrição da imagem', 'O que a imagem mostra, para quem não a vê.', 160),
      imageSearch: optionalLine(
        'Busca da imagem',
        'Palavras para procurar outra imagem num banco de fotos. Não aparece no site.',
        100,
      ),
    })
    .meta({
      title: 'Na página do plano',
      description: 'O texto corrido fica mais abaixo, em “Texto da página”.',
    });

/** A plan, with a different name as teaser, in the list and on its own page. */
export function planSchema<Image>(image: ImageField<Image>) {
  return z.strictObject({
    order: order(),
    icon: icon('Desenho que acompanha o plano na página inicial e na lista.'),
    teaser,
    list,
    detail: detail(image),
    questions: questions(),
    seo: seo(),
  });
}
