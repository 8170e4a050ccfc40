/** Schemas for the copy of each page: only the texts that marketing may want to change. */
import { z } from 'zod';
import type { FailureReason } from '@site/supabase/contact-form';
import { day, line, optional, optionalLine, paragraph, webLink } from '@site/content/fields';
import { questions, seo } from './page-fields.ts';
import type { ImageField } from '@site/content/image-field';

const heading = (description = 'O título da seção.') => line('Título', description, 80);
const intro = () => paragraph('Introdução', 'Uma ou duas frases abaixo do título.', 240);
const button = (description: string) => line('Texto do botão', description, 40);

/** Unused without a WhatsApp number. */
const chatLabel = (length: number) =>
  optionalLine(
    'Botão do WhatsApp',
    'Abre a conversa, se houver WhatsApp em Dados da empresa.',
    length,
  );

const MIN_STEPS = 3;
const MAX_STEPS = 5;

export const homeSchema = z.strictObject({
  seo: seo(),
  hero: z
    .strictObject({
      headline: heading('A frase grande no alto da página.'),
      lead: paragraph('Abertura', 'O que a empresa faz, em uma ou duas frases.', 240),
      cta: button('Leva aos serviços.'),
    })
    .meta({ title: 'Início', description: 'O alto da página inicial.' }),
  about: z
    .strictObject({
      heading: heading(),
      story: z
        .array(paragraph('Parágrafo', 'Texto corrido.', 480))
        .min(1)
        .max(4)
        .meta({ title: 'História', description: 'De um a quatro parágrafos.' }),
      steps: optional(
        z
          .array(paragraph('Passo', 'Uma frase curta.', 160))
          .max(MAX_STEPS)
          .refine(
            ({ length }) => length === 0 || length >= MIN_STEPS,
            'de três a cinco passos, ou nenhum',
          )
          .meta({
            title: 'Passos',
            description: 'De três a cinco, depois do primeiro parágrafo: como é um atendimento.',
          }),
      ),
      valuesHeading: heading('O título acima dos valores.'),
    })
    .meta({ title: 'Sobre Nós', description: 'A história e os valores.' }),
  services: z
    .strictObject({ heading: heading(), intro: intro() })
    .meta({ title: 'Serviços', description: 'O texto acima dos serviços.' }),
  plans: z
    .strictObject({
      heading: heading(),
      intro: intro(),
      details: line('Botão de cada plano', 'Leva à página dele.', 40),
      all: line('Botão da lista', 'Leva à lista de planos.', 40),
    })
    .meta({ title: 'Planos', description: 'O texto em volta dos planos.' }),
  clients: z.strictObject({ heading: heading() }).meta({
    title: 'Clientes',
    description: 'O título da faixa de logotipos. Sem clientes, ela não aparece.',
  }),
});

export const contactSchema = z.strictObject({
  heading: heading('O título da seção de contato.'),
  intro: intro(),
  info: z
    .strictObject({
      heading: heading('O título do cartão com os dados da empresa.'),
      address: line('Endereço', 'O nome deste dado.', 30),
      map: line('Mapa', 'O link para o mapa, se houver um em Dados da empresa.', 30),
      phones: line('Telefones', 'O nome deste dado.', 30),
      email: line('E-mail', 'O nome deste dado.', 30),
      hours: line('Atendimento', 'O nome do horário, do tempo de resposta e das visitas.', 30),
      cities: line('Cidades', 'O nome das cidades atendidas.', 30),
      whatsapp: chatLabel(40),
      greeting: optionalLine('Mensagem', 'O que já vem escrito no WhatsApp.', 200),
    })
    .meta({ title: 'Dados da empresa', description: 'O cartão da esquerda.' }),
  form: z
    .strictObject({
      heading: heading('O título do cartão do formulário.'),
      name: line('Nome', 'O nome do campo.', 30),
      namePlaceholder: line('Exemplo de nome', 'Aparece no campo vazio.', 60),
      phone: line('Telefone', 'O nome do campo.', 30),
      phonePlaceholder: line('Exemplo de telefone', 'Aparece no campo vazio.', 60),
      message: line('Mensagem', 'O nome do campo.', 30),
      messagePlaceholder: line('Exemplo de mensagem', 'Aparece no campo vazio.', 60),
      submit: button('Envia a mensagem.'),
      privacy: paragraph(
        'Privacidade',
        'O que acontece com os dados (LGPD), em poucas frases.',
        240,
      ),
      offline: paragraph(
        'Sem envio',
        'Aparece sem JavaScript enquanto o envio não está configurado.',
        240,
      ),
    })
    .meta({ title: 'Formulário', description: 'O cartão da direita.' }),
  notSent: z
    .strictObject({
      title: heading('O título da página.'),
      text: paragraph('Próximo passo', 'Como recuperar o texto, e por onde falar com vocês.', 240),
      reasons: z
        .strictObject({
          nome: paragraph('Nome', 'Ficou vazio ou comprido demais.', 240),
          telefone: paragraph('Telefone', 'Parece incompleto.', 240),
          mensagem: paragraph('Mensagem', 'Ficou vazia ou comprida demais.', 240),
          limite: paragraph('Limite', 'Vieram mensagens demais em pouco tempo.', 240),
          agora: paragraph('Sem conexão', 'O sistema não respondeu.', 240),
          formulario: paragraph('Outro motivo', 'A mensagem não chegou inteira.', 240),
        } satisfies Record<FailureReason, z.ZodType>)
        .meta({ title: 'Motivos', description: 'A página mostra o que aconteceu.' }),
    })
    .meta({
      title: 'Mensagem não enviada',
      description: 'A página que aparece sem JavaScript, se o envio falhar.',
    }),
});

export type ContactTexts = z.infer<typeof contactSchema>;

const quote = <Image>(image: ImageField<Image>) =>
  z
    .strictObject({
      text: paragraph('O que disse', 'Com as palavras do cliente, sem aspas.', 240),
      name: line('Nome', 'De quem disse, e deixou publicar.', 60),
      from: line('De onde', 'A cidade ou a empresa.', 60),
      photo: optional(
        image().meta({ title: 'Foto', description: 'Quadrada, com o rosto no meio.' }),
      ),
    })
    .meta({ title: 'Depoimento', description: 'O que um cliente disse, e quem ele é.' });

const testimonials = <Image>(image: ImageField<Image>) =>
  z
    .strictObject({
      heading: heading('O título acima dos depoimentos.'),
      quotes: optional(
        z.array(quote(image)).max(6).meta({
          title: 'Depoimentos',
          description: 'Até seis. Sem nenhum, a seção não aparece.',
        }),
      ),
      reviews: optional(
        webLink(
          'Link das avaliações',
          'A página das avaliações da empresa no Google, por exemplo.',
        ),
      ),
      rating: optionalLine(
        'Nota das avaliações',
        'No alto da página inicial, no lugar do tempo de resposta. Por exemplo: 4,8 em 52 avaliações no Google, março de 2026.',
        60,
      ),
      all: line('Texto do link', 'Leva às avaliações, se houver o link.', 60),
    })
    .meta({ title: 'Depoimentos', description: 'O que os clientes dizem.' });

export function planListSchema<Image>(image: ImageField<Image>) {
  return z.strictObject({
    heading: heading('O título da lista de planos.'),
    intro: intro(),
    question: line('Convite', 'Embaixo dos planos, para quem ainda não escolheu.', 80),
    contact: button('Leva ao formulário de contato.'),
    questionsHeading: line('Título das perguntas', 'Fica acima delas, se houver.', 80),
    questions: questions(),
    testimonials: testimonials(image),
    seo: seo(),
  });
}

export const planPageSchema = z.strictObject({
  back: line('Voltar', 'O link para a lista de planos.', 60),
  advantages: line('Título das vantagens', 'Fica acima das seis.', 80),
  price: line('Preço', 'O nome deste dado.', 30),
  contact: button('Leva ao formulário de contato.'),
  whatsapp: chatLabel(40),
  greeting: optional(
    line('Mensagem', 'O que já vem escrito no WhatsApp; {plano} vira o nome.', 200, 0).regex(
      /^$|\{plano\}/,
      'texto com {plano} no lugar do nome do plano',
    ),
  ),
  questionsHeading: line('Título das perguntas', 'Fica acima das do plano, se houver.', 80),
  other: line('Título dos outros planos', 'Fica acima deles.', 80),
});

const notFound = z.strictObject({
  title: line('Título', 'O que não foi encontrado.', 60),
  text: paragraph('Texto', 'O que o visitante pode fazer agora.', 240),
  back: button('Leva de volta.'),
});

export const notFoundSchema = z.strictObject({
  page: notFound.meta({ title: 'Página', description: 'Endereço que não existe.' }),
  plan: notFound
    .extend({ plans: heading('O título acima dos planos que existem.') })
    .meta({ title: 'Plano', description: 'Plano que não existe, em /planos/….' }),
});

const notice = z
  .strictObject({
    text: line('Texto', 'Uma frase curta: Fechados para o Natal.', 120),
    from: day('Primeiro dia', 'O aviso aparece a partir deste dia.'),
    until: day('Último dia', 'No dia seguinte, o aviso some sozinho.'),
  })
  .refine(({ from, until }) => from <= until, {
    path: ['until'],
    message: 'um último dia que não venha antes do primeiro',
  })
  .meta({ title: 'Aviso', description: 'O texto e os dias em que aparece.' });

export type Notice = z.infer<typeof notice>;

export const siteSchema = z.strictObject({
  notices: optional(
    z.array(notice).max(3).meta({
      title: 'Avisos no alto',
      description: 'Aparecem acima da barra, em todas as páginas, só nos dias marcados.',
    }),
  ),
  nav: z
    .strictObject({
      home: line('Início', 'Link para o alto da página inicial.', 20),
      about: line('Sobre', 'Link para a história e os valores.', 20),
      services: line('Serviços', 'Link para os serviços.', 20),
      plans: line('Planos', 'Link para a lista de planos.', 20),
      contact: line('Contato', 'Link para o contato.', 20),
    })
    .meta({ title: 'Barra do topo', description: 'Os cinco links.' }),
  footer: z
    .strictObject({
      rights: line('Direitos', 'Vem depois do ano e do nome da empresa.', 80),
      slogan: line('Slogan', 'A frase no pé de cada página.', 100),
    })
    .meta({ title: 'Rodapé', description: 'O pé de cada página.' }),
  actions: z
    .strictObject({
      whatsapp: chatLabel(10),
      call: line('Ligar', 'Liga para o primeiro telefone.', 10),
    })
    .meta({ title: 'Barra do celular', description: 'Os botões no pé da tela.' }),
});
