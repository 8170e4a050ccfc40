/** Turns a copy of the project into another company's site, with brand and content from tests/other-company (docs/adopt.md). */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectCopy } from './project-copy.ts';

/** The first company's facts and their replacements. */
const WORDS: [string | RegExp, string][] = [
  ['Araucária Digital', 'Maré Informática'],
  [/araucária|árvore/g, 'onda'],
  ['Santa Catarina', 'Pernambuco'],
  [/telefone e WhatsApp|pelo WhatsApp, por telefone/, 'telefone'],
  ['Suporte Tecnológico Pro', 'Maré Mansa'],
  ['Plano de Suporte em Tecnologia', 'Plano Maré Mansa'],
  ['Suporte em Tecnologia Avançado', 'Computadores em Dia'],
  ['Mídia Social Estratégica', 'Vitrine Cheia'],
  ['Plano de Mídia Social', 'Plano Vitrine Cheia'],
  ['Estratégia de Mídia Social de Impacto', 'A Sua Vitrine na Rede'],
  ['midia-social', 'vitrine-cheia'],
  ['Os links para o WhatsApp e para', 'Os links para'],
];

const COMPANY = {
  name: 'Maré Informática',
  phones: [
    { number: '(81) 3000-0000', whatsapp: false },
    { number: '(81) 90000-0000', whatsapp: false },
  ],
  email: 'contato@mare.example',
  toEmail: 'recado@mare.example',
  fromEmail: 'site@mare.example',
  address: {
    street: 'Rua do Coqueiro, 10',
    district: 'Carmo',
    city: 'Olinda',
    state: 'PE',
    postalCode: '53000-000',
  },
};

function makeContent(folder: string): void {
  const at = (name: string): string => join(folder, name);
  for (const name of ['clients', 'values/inovacao.json', 'retrato-de-exemplo.svg']) {
    rmSync(at(name), { recursive: true });
  }
  renameSync(at('plans/tecnologia.md'), at('plans/mare-mansa.md'));
  for (const extension of ['md', 'svg']) {
    renameSync(at(`plans/midia-social.${extension}`), at(`plans/vitrine-cheia.${extension}`));
  }
  for (const [index, copied] of ['consultoria-estrategica', 'solucoes-em-nuvem'].entries()) {
    const service = readFileSync(at(`services/${copied}.json`), 'utf8');
    writeFileSync(
      at(`services/mais-${index}.json`),
      service.replace('"title": "', '"title": "Mais '),
    );
  }
  for (const file of globSync('**/*.{md,json}', { cwd: folder }).map(at)) {
    const text = readFileSync(file, 'utf8');
    const words = WORDS.reduce(
      (before, [from, to]) => before.replaceAll(new RegExp(from, 'g'), to),
      text,
    );
    writeFileSync(file, words);
  }
  writeFileSync(at('company.json'), JSON.stringify(COMPANY));
  for (const picture of globSync('**/*.svg', { cwd: folder })) {
    cpSync('tests/other-company/plan.svg', at(picture));
  }
}

export function makeOtherCompany({ root, contentFolder }: ProjectCopy): void {
  makeContent(contentFolder);
  rmSync(join(root, 'src/brand'), { recursive: true });
  cpSync('tests/other-company/brand', join(root, 'src/brand'), { recursive: true });
  const options = { cwd: root, encoding: 'utf8' } as const;
  const { stderr } = spawnSync(process.execPath, ['scripts/brand.ts'], options);
  if (stderr !== '') throw new Error(stderr);
}
