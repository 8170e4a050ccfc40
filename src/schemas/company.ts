import type { ImageMetadata } from 'astro';
import { z } from 'zod';
import { cleanNumber, cleanText } from '@site/content/clean-text';
import { line, optional, optionalLine, webLink } from '@site/content/fields';
import type { ImageField } from '@site/content/image-field';
import { asciiAddress } from '@site/supabase/mail-address';
import { hoursSchema } from './hours.ts';

/** Brazilian phone numbers: (11) 90000-0000, 0800 000 0000 or 4004-0000, with an optional extension. */
const PHONE_PATTERN =
  /^(?:\(\d{2}\) \d{4,5}-\d{4}|0[358]00 \d{3} \d{4}|[34]0\d{2}-\d{4})(?: ramal \d{1,5})?$/;
type Form = [bare: RegExp, form: string];

const PHONE_FORMS: Form[] = [
  [/^(0[358]00)(\d{3})(\d{4})$/, '$1 $2 $3'],
  [/^([34]0\d\d)(\d{4})$/, '$1-$2'],
  // Perhaps with the country's code, or with a zero before the area code.
  [/^(?:\+?55)?0?([1-9]\d)(\d{4,5})(\d{4})$/, '($1) $2-$3'],
];
const POSTAL_CODE_FORM: Form = [/^(\d{5})(\d{3})$/, '$1-$2'];
const CNPJ_FORM: Form = [/^(\w\w)(\w{3})(\w{3})(\w{4})(\d\d)$/, '$1.$2.$3/$4-$5'];

/** Gives a number its punctuation; keeps one that fits no form, for the rules to refuse. */
function punctuate(text: string, ...forms: Form[]): string {
  const clean = cleanNumber(text);
  const bare = clean.replace(/[\s().\/-]/g, '');
  const fit = forms.find(([pattern]) => pattern.test(bare));
  return fit ? bare.replace(...fit) : clean;
}

function punctuatePhone(text: string): string {
  const [number = '', extension] = text.split(/\s*ramal\s*/i);
  const punctuated = punctuate(number, ...PHONE_FORMS);
  return extension === undefined ? punctuated : `${punctuated} ramal ${cleanNumber(extension)}`;
}

/** Numbers that can have WhatsApp: mobiles and landlines with area code, without extension. */
const WHATSAPP_PATTERN = /^\([1-9]{2}\) (?:9\d|[2-5])\d{3}-\d{4}$/;
const POSTAL_CODE_PATTERN = /^\d{5}-\d{3}$/;
// May contain letters since July 2026: Receita Federal, Instrução Normativa 2.229/2024.
const CNPJ_PATTERN = /^(?:[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2})?$/;

const STATES =
  'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' ');

const email = (title: string, description: string) =>
  z
    .string()
    .check(
      z.overwrite((text) => cleanText(text).replace(/\s/g, '')),
      z.refine(
        (text) => z.email().safeParse(asciiAddress(text)).success,
        'um e-mail, como contato@empresa.com.br',
      ),
    )
    .max(120)
    .meta({ title, description });

const phone = z
  .strictObject({
    number: z
      .string()
      .overwrite(punctuatePhone)
      .regex(PHONE_PATTERN, {
        error:
          'telefone como (11) 90000-0000, 0800 000 0000 ou 4004-0000, e no fim “ramal 2”, se houver',
        // Skips the WhatsApp rule.
        abort: true,
      })
      .meta({ title: 'Número', description: 'Com DDD: (11) 90000-0000.' }),
    whatsapp: z.boolean().meta({
      title: 'É WhatsApp',
      description:
        'Marque no máximo um número: o dos botões verdes. Sem nenhum, eles não aparecem.',
    }),
  })
  .refine(({ number, whatsapp }) => !whatsapp || WHATSAPP_PATTERN.test(number), {
    path: ['number'],
    error: 'para o WhatsApp, um celular ou fixo com DDD, como (11) 90000-0000, sem ramal',
  })
  .meta({ title: 'Telefone', description: 'Um número de telefone.' });

const ONLY_WITH_THE_FUNCTION =
  'Avise antes quem cuida do site: a função de envio guarda o mesmo endereço, e com dois diferentes nenhuma mensagem chega.';

const person = <Image>(image: ImageField<Image>) =>
  z
    .strictObject({
      photo: image().meta({
        title: 'Foto',
        description: 'Na vertical, com o rosto no centro: o site a corta em 440 por 520 pixels.',
      }),
      name: line('Nome', 'Como a pessoa gosta de ser chamada.', 40),
      role: line('Função', 'O que a pessoa faz por quem procura a empresa.', 80),
    })
    .meta({ title: 'Pessoa', description: 'Foto, nome e função.' });

const socialProfile = z
  .strictObject({
    name: line('Nome', 'O nome da rede: Instagram.', 30),
    url: webLink('Link', 'O endereço do perfil da empresa.', 1),
  })
  .meta({ title: 'Rede social', description: 'O perfil da empresa numa rede.' });

const facts = z.strictObject({
  name: line('Nome', 'O nome da empresa, como aparece no topo do site.', 40),
  phones: z
    .array(phone)
    .min(1)
    .max(4)
    .superRefine((phones, context) => {
      const count = phones.filter(({ whatsapp }) => whatsapp).length;
      if (count <= 1) return;
      context.addIssue({
        code: 'custom',
        message: 'no máximo um telefone marcado como WhatsApp',
        params: { found: `${count} marcados` },
      });
    })
    .meta({ title: 'Telefones', description: 'Na ordem em que aparecem no site.' }),
  email: email('E-mail', 'O e-mail que os visitantes veem.'),
  toEmail: email(
    'E-mail que recebe',
    `Para onde vão as mensagens do formulário. ${ONLY_WITH_THE_FUNCTION}`,
  ),
  fromEmail: email(
    'E-mail que envia',
    `O remetente das mensagens do formulário. ${ONLY_WITH_THE_FUNCTION}`,
  ),
  address: z
    .strictObject({
      street: line('Rua e número', 'Por exemplo: Rua das Flores, 100.', 80),
      district: line('Bairro', 'O bairro.', 60),
      city: line('Cidade', 'A cidade.', 60),
      state: z.enum(STATES).meta({ title: 'Estado', description: 'A sigla: SC.' }),
      postalCode: z
        .string()
        .overwrite((text) => punctuate(text, POSTAL_CODE_FORM))
        .regex(POSTAL_CODE_PATTERN, 'CEP no formato 88500-000')
        .meta({ title: 'CEP', description: 'Com hífen: 88500-000.' }),
      map: optional(
        webLink('Link do mapa', 'No Google Maps, em Compartilhar, clique em Copiar link.'),
      ),
    })
    .meta({ title: 'Endereço', description: 'O endereço da empresa.' }),
  hours: optional(hoursSchema),
  since: optionalLine(
    'Desde quando',
    'No alto da página inicial. Por exemplo: Em Joinville desde 2009.',
    100,
  ),
  responseTime: optionalLine(
    'Tempo de resposta',
    'No alto da página inicial, no contato e depois que a mensagem é enviada. Por exemplo: A gente responde em até duas horas úteis.',
    100,
  ),
  payment: optionalLine(
    'Pagamento e nota',
    'Ao lado do preço de cada plano. Por exemplo: Pix, cartão ou boleto, com nota fiscal.',
    100,
  ),
  warranty: optionalLine(
    'Garantia',
    'Ao lado do preço de cada plano. Por exemplo: O serviço tem garantia de 90 dias.',
    100,
  ),
  visits: optionalLine(
    'Visitas',
    'No contato. Por exemplo: Em Joinville, a gente também vai até você.',
    100,
  ),
  cities: optional(
    z
      .array(line('Cidade', 'Por exemplo: Joinville.', 60))
      .max(30)
      .meta({ title: 'Cidades atendidas', description: 'Aparecem no contato, nesta ordem.' }),
  ),
  social: optional(
    z
      .array(socialProfile)
      .max(6)
      .meta({ title: 'Redes sociais', description: 'Aparecem no pé de cada página.' }),
  ),
  legalName: optionalLine('Razão social', 'Vem antes do CNPJ, no pé de cada página.', 100),
  cnpj: optional(
    z
      .string()
      .overwrite((text) => punctuate(text, CNPJ_FORM).toUpperCase())
      .regex(CNPJ_PATTERN, 'CNPJ no formato 12.345.678/0001-90')
      .meta({
        title: 'CNPJ',
        description: 'Com pontos, barra e hífen: 12.345.678/0001-90. Aparece no pé de cada página.',
      }),
  ),
});

/** Facts about the company, used on every page, in the form and in the mail. */
export function companySchema<Image>(image: ImageField<Image>) {
  return facts.extend({
    people: optional(
      z.array(person(image)).max(3).meta({
        title: 'Quem atende',
        description:
          'Até três pessoas, ao lado da história, na página inicial. O rosto da primeira aparece também no contato.',
      }),
    ),
  });
}

export type Company<Image = ImageMetadata> = z.infer<ReturnType<typeof companySchema<Image>>>;
