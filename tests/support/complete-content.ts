/** Content of a company that fills in its optional facts, with photos straight from a camera, and of one that fills in none. */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { formatOf } from '@site/content/file-formats';
import EXAMPLES from '../../src/schemas/examples.json' with { type: 'json' };

export const OPTIONAL_FACTS = {
  hours: [{ from: 'segunda', until: 'sexta', opens: '08:00', closes: '18:00' }],
  since: 'Em Lages desde 2009.',
  responseTime: 'Em até duas horas.',
  payment: 'Pix ou boleto, com nota fiscal.',
  warranty: 'Garantia de 90 dias.',
  visits: 'Em Lages, a gente vai até você.',
  cities: ['Lages', 'Otacílio Costa', 'Painel'],
  social: [{ name: 'Instagram', url: 'https://instagram.test/lages' }],
  legalName: 'Araucária Digital Ltda.',
  cnpj: '12.345.678/0001-90',
};

export const HOURS_IN_WORDS = 'Segunda a sexta, das 8h às 18h.';

/** With a photo that only the complete content has. */
const PEOPLE = [{ photo: './retrato.jpg', name: 'Ana Souza', role: 'Atende você' }];

export const MAP = 'https://mapas.test/lages';

const NOTICES = [
  { text: 'Isto já passou.', from: '2020-01-01', until: '2020-01-31' },
  { text: 'Fechados para as festas.', from: '2099-12-24', until: '2100-01-01' },
];

export const TESTIMONIALS = {
  rating: '4,9 em 87 avaliações, out. 2026.',
  quotes: [
    { text: 'Voltou no mesmo dia.', name: 'Ana Souza', from: 'Lages' },
    { text: 'Explicaram tudo.\nRecomendo.', name: 'João Lima', from: 'Padaria Lima' },
  ],
  reviews: 'https://avaliacoes.test/empresa',
};

export const TERMS = {
  title: 'Termos de uso',
  description: 'O que a gente combina com quem usa este site, sem letra miúda nem latim.',
};

export const PRICE = 'Formatação: R$ 180';

/** Text pages about a client and a service, whose files have the same names. */
export const SUBJECT_PAGES = [
  { id: 'serra-mel', title: 'Serra Mel', footerLinks: 0 },
  { id: 'suporte-remoto', title: 'Como saber que é a gente', footerLinks: 1 },
];

const RICH_TEXT = `## Tudo o que um texto pode ter

**Negrito**, *itálico*, ~~R$ 150~~, "aspas", d'água -- e um [link](/planos).
Outra linha.

### Listas

- Um
- Dois

1. Primeiro

> Uma citação.

| Prazo | Contato | O que a gente faz | Marca | Banco | Instagram |
| --- | --- | --- | --- | --- | --- |
| Imediatamente | atendimento.financeiro@informatica-da-serra-catarinense.example | Atende por telefone, no balcão da loja e na sua empresa, com hora marcada ou sem. | #PromocaoDeVeraoDaAraucariaNaSerraCatarinense | Sim | Não |

![A oficina](./em-pé.jpg)

Um parágrafo no fim.
`;

function change(file: string, edit: (text: string) => string): void {
  writeFileSync(file, edit(readFileSync(file, 'utf8')));
}

function changeData(file: string, edit: (data: Record<string, object>) => object): void {
  change(file, (text) => JSON.stringify(edit(JSON.parse(text) as Record<string, object>)));
}

function changeTestimonials(contentFolder: string, testimonials: object): void {
  changeData(join(contentFolder, 'pages/plan-list.json'), (list) => ({
    ...list,
    testimonials: { ...list['testimonials'], ...testimonials },
  }));
}

const REAL_FACTS = {
  'Araucária Digital': 'Empresa de Verdade',
  'araucariadigital.example': 'empresadeverdade.com.br',
  '(49) 90000-0000': '(49) 99123-4567',
  '(49) 3000-0000': '(47) 3000-0000',
  'Rua do Pinhão, 100': 'Rua Correia Pinto, 12',
  '88500-000': '88502-001',
  '12.345.678/0001-90': '11.222.333/0001-81',
  '(a preencher: ': '(preenchido: ',
  ...Object.fromEntries(EXAMPLES.fileSigns.map((sign) => [sign, '#123456'])),
  ...Object.fromEntries(EXAMPLES.clients.map((client) => [client, 'Cliente de Verdade'])),
};

/** Makes the tests' content that of a real company, with drawings of its own. */
export function replaceExamples(contentFolder: string): void {
  for (const file of globSync('**/*.*', { cwd: contentFolder })) {
    change(join(contentFolder, file), (text) =>
      Object.entries(REAL_FACTS).reduce((all, pair) => all.replaceAll(...pair), text),
    );
  }
}

export function fillInOptionalFacts(contentFolder: string): void {
  changeData(join(contentFolder, 'company.json'), (company) => ({
    ...company,
    ...OPTIONAL_FACTS,
    address: { ...company['address'], map: MAP },
  }));
  changeData(join(contentFolder, 'pages/site.json'), (site) => ({ ...site, notices: NOTICES }));
  changeTestimonials(contentFolder, TESTIMONIALS);
  changeData(join(contentFolder, 'services/suporte-remoto.json'), (service) => ({
    ...service,
    price: PRICE,
  }));
}

/** Leaves a company without clients and WhatsApp. */
export function leaveOutOptionalFacts(contentFolder: string): void {
  rmSync(join(contentFolder, 'clients'), { recursive: true });
  change(join(contentFolder, 'company.json'), (text) => text.replace('true', 'false'));
}

/** A ratio of 2:3 scales to whole pixels at every width that the build offers. */
async function takePhoto(file: string): Promise<void> {
  const photo = { width: 3000, height: 4500, channels: 3, background: '#7d9c66' } as const;
  await sharp({ create: photo }).toFile(file);
}

/** With empty space around it, as designers export logos. */
const LOGO = '<svg width="2400" height="800"><circle cx="1200" cy="400" r="400"/></svg>';

/** @param contentFolder holds a copy of the tests' own content */
export async function completeContent(contentFolder: string): Promise<void> {
  const at = (path: string) => join(contentFolder, path);
  fillInOptionalFacts(contentFolder);
  const [, fields = ''] = readFileSync(at('plans/midia-social.md'), 'utf8').split(/^---$/m);
  const third = fields.replace('order: 2', 'order: 3').replace('midia-social.svg', 'em-pé.jpg');
  writeFileSync(at('plans/plano-familia.md'), `---${third}---\n\n${RICH_TEXT}`);
  // As a Mac spells it.
  await takePhoto(at('plans/em-pé.jpg'.normalize('NFD')));
  const terms = { ...TERMS, order: '2', body: RICH_TEXT.replace('./em', '../plans/em') };
  writeFileSync(at('text-pages/termos.md'), formatOf('md').toFile(terms));

  for (const { id, title } of SUBJECT_PAGES) {
    const page = { ...TERMS, title, body: 'Uma frase.' };
    writeFileSync(at(`text-pages/${id}.md`), formatOf('md').toFile(page));
  }

  changeData(at('company.json'), (company) => ({ ...company, people: PEOPLE }));
  change(at('company.json'), (text) => text.replace('3000-0000', '3000-0000 ramal 1234'));
  await takePhoto(at('retrato.jpg'));
  const [first, ...others] = TESTIMONIALS.quotes;
  changeTestimonials(contentFolder, { quotes: [{ ...first, photo: '../retrato.jpg' }, ...others] });

  change(at('clients/serra-mel.json'), (text) => text.replace('serra-mel.svg', 'serra-mel.png'));
  await sharp(Buffer.from(LOGO)).toFile(at('clients/serra-mel.png'));
}
