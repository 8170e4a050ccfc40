import { z } from 'zod';
import { cleanLine, cleanText } from './clean-text.ts';
import { line } from './fields.ts';

/** A Brazilian phone number as people write it: (49) 3000-0000 or (49) 90000-0000. */
const PHONE_PATTERN = /^\(\d{2}\) \d{4,5}-\d{4}$/;
const POSTAL_CODE_PATTERN = /^\d{5}-\d{3}$/;

const email = (title: string, description: string) =>
  z
    .string()
    .check(
      z.overwrite((text) => cleanText(text).replace(/\s/g, '')),
      z.email('um e-mail, como contato@empresa.com.br'),
    )
    .max(120)
    .meta({ title, description });

const phone = z
  .strictObject({
    number: z
      .string()
      .overwrite(cleanLine)
      .regex(PHONE_PATTERN, 'telefone no formato (49) 3000-0000 ou (49) 90000-0000')
      .meta({ title: 'Número', description: 'Com DDD: (49) 90000-0000.' }),
    whatsapp: z
      .boolean()
      .meta({ title: 'É WhatsApp', description: 'Marque em um número só: o dos botões verdes.' }),
  })
  .meta({ title: 'Telefone', description: 'Um número de telefone.' });

const ONLY_WITH_THE_FUNCTION =
  'Avise antes quem cuida do site: a função de envio guarda o mesmo endereço, e com dois diferentes nenhuma mensagem chega.';

/** Facts about the company, each written once and used on every page, in the form and in the mail. */
export const companySchema = z.strictObject({
  name: line('Nome', 'O nome da empresa, como aparece no topo do site.', 40),
  phones: z
    .array(phone)
    .min(1)
    .max(4)
    .superRefine((phones, context) => {
      const count = phones.filter(({ whatsapp }) => whatsapp).length;
      // That no number is there at all is another rule's business.
      if (count === 1 || phones.length === 0) return;
      context.addIssue({
        code: 'custom',
        message: 'exatamente um telefone marcado como WhatsApp',
        params: { found: count === 0 ? 'nenhum marcado' : `${count} marcados` },
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
      street: line('Rua e número', 'Por exemplo: Rua das Araucárias, 100.', 80),
      district: line('Bairro', 'O bairro.', 60),
      city: line('Cidade', 'A cidade.', 60),
      state: z.literal('SC').meta({ title: 'Estado', description: 'A sigla: SC.' }),
      postalCode: z
        .string()
        .overwrite(cleanLine)
        .regex(POSTAL_CODE_PATTERN, 'CEP no formato 88500-000')
        .meta({ title: 'CEP', description: 'Com hífen: 88500-000.' }),
    })
    .meta({ title: 'Endereço', description: 'O endereço da empresa.' }),
});

export type Company = z.infer<typeof companySchema>;
