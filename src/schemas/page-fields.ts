/** Fields that several pages share. */
import { z } from 'zod';
import { line, optional, paragraph } from '@site/content/fields';

/** Title and description for search engines and shared links. */
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

const questionWithAnswer = z
  .strictObject({
    question: line('Pergunta', 'Como o cliente perguntaria.', 120),
    answer: paragraph('Resposta', 'Uma ou duas frases.', 480),
  })
  .meta({ title: 'Pergunta', description: 'Uma pergunta e a resposta.' });

export type Question = z.infer<typeof questionWithAnswer>;

/** Frequently asked questions and their answers. */
export function questions() {
  return optional(
    z.array(questionWithAnswer).max(8).meta({
      title: 'Perguntas e respostas',
      description: 'O visitante clica na pergunta para ler a resposta. A busca também as lê.',
    }),
  );
}
