/** What a company may fill in beside what it has to, for tests that look at a site which says it all. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const OPTIONAL_FACTS = {
  hours: 'Segunda a sexta, das 8h às 18h.',
  responseTime: 'A gente responde em até duas horas úteis.',
  cities: ['Lages', 'Otacílio Costa', 'Painel'],
  social: [{ name: 'Instagram', url: 'https://instagram.test/empresa' }],
  legalName: 'Pinheiro e Filhos Informática Ltda.',
  cnpj: '12.345.678/0001-90',
};

export const MAP = 'https://mapas.test/lages';

export const NOTICES = [
  { text: 'Isto já passou.', from: '2020-01-01', until: '2020-01-31' },
  { text: 'Fechados para as festas.', from: '2099-12-24', until: '2100-01-02' },
];

function change(file: string, edit: (data: Record<string, object>) => object): void {
  const data = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>;
  writeFileSync(file, JSON.stringify(edit(data)));
}

export function fillInOptionalFacts(contentFolder: string): void {
  change(join(contentFolder, 'company.json'), (company) => ({
    ...company,
    ...OPTIONAL_FACTS,
    address: { ...company['address'], map: MAP },
  }));
  change(join(contentFolder, 'pages/site.json'), (site) => ({ ...site, notices: NOTICES }));
}
