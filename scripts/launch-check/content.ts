/** Finds example facts, texts and drawings that must not go live. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usedPictures } from '@site/content/check';
import { filesOf } from '@site/content/folder';
import { textsIn, valueAt } from '@site/content/schema-fields';
import type { Collection } from '@site/content/collection';
import { readCompany } from '../../local/company.ts';
import { COLLECTIONS, SITE_CONTENT } from '../../src/schemas/collections.ts';
import { isPlaceholderHost } from './environment.ts';
// Apart from the content, so that the check knows them whatever the content says by then: facts, also those in the
// editor's hints, names of clients, and strings that only example drawings and colours hold.
import EXAMPLES from './examples.json' with { type: 'json' };

const EXAMPLE_FACTS = new Set(textsIn(EXAMPLES.company).map(([, text]) => text));

/** Facts that may stay: a real company can be in the same town. */
const POSSIBLY_TRUE = ['address.district', 'address.city', 'address.state'];

/** Ends fictional numbers, which belong to nobody. */
const EXAMPLE_PHONE = '000-0000';

/** Placeholders for the company to fill in. */
const TO_FILL_IN = /\(a preencher:[^)]*\)/g;

function isExampleFact(path: string, text: string): boolean {
  if (POSSIBLY_TRUE.includes(path)) return false;
  const host = URL.canParse(text) ? new URL(text).hostname : (text.split('@')[1] ?? '');
  return EXAMPLE_FACTS.has(text) || text.endsWith(EXAMPLE_PHONE) || isPlaceholderHost(host);
}

/** @param contentFolder `src/content`, already valid against its schemas */
export function companyIssues(contentFolder: string): string[] {
  return textsIn(readCompany(contentFolder))
    .map(([path, text]) => [path.join('.'), text] as const)
    .filter(([path, text]) => isExampleFact(path, text))
    .map(([path, text]) => `“${text}” é de exemplo (company.json, campo ${path})`);
}

/**
 * Finds texts that still contain the example company's name, an example client, a placeholder, or the
 * example's town after the company has given its own.
 *
 * @param contentFolder as for {@link companyIssues}
 */
export function textIssues(contentFolder: string): string[] {
  const { name, address } = EXAMPLES.company;
  const town = readCompany(contentFolder).address.city === address.city ? [] : [address.city];
  const stale = [name, ...EXAMPLES.clients, ...town];
  return Object.values<Collection>(COLLECTIONS)
    .filter((collection) => collection !== COLLECTIONS.company)
    .flatMap((collection) => filesOf(contentFolder, collection))
    .sort()
    .flatMap((file) => {
      const content = readFileSync(join(contentFolder, file), 'utf8');
      const found = [
        ...stale.filter((text) => content.includes(text)),
        ...(content.match(TO_FILL_IN) ?? []),
      ];
      return found.map((text) => `${file} ainda diz “${text}”`);
    });
}

/**
 * Finds files of the brand, and pictures in the content, that are still the shipped examples.
 *
 * @param brandFolder `src/brand`
 */
export function fileIssues(brandFolder: string, contentFolder: string): string[] {
  const isExample = (file: string): boolean => {
    const content = readFileSync(file, 'utf8');
    return EXAMPLES.fileSigns.some((sign) => content.includes(sign));
  };
  return [
    ...globSync('**/*.*', { cwd: brandFolder })
      .sort()
      .filter((name) => isExample(join(brandFolder, name)))
      .map((name) => `src/brand/${name} é de exemplo`),
    ...usedPictures(SITE_CONTENT, contentFolder)
      .filter((name) => isExample(join(contentFolder, name)))
      .map((name) => `src/content/${name} é de exemplo`),
  ];
}

/** Optional facts that visitors look for, with their names in the report. */
const { company, planList, services } = COLLECTIONS;
const WANTED_FACTS: [Collection, field: string, name: string][] = [
  [company, 'since', 'desde quando a empresa atende'],
  [company, 'hours', 'o horário de atendimento'],
  [company, 'responseTime', 'o tempo de resposta'],
  [company, 'visits', 'se alguém vai até o cliente'],
  [company, 'cities', 'as cidades atendidas'],
  [company, 'payment', 'as formas de pagamento e a nota fiscal'],
  [company, 'warranty', 'a garantia'],
  [company, 'people', 'o retrato de quem atende'],
  [company, 'address.map', 'o link do mapa'],
  [company, 'social', 'as redes sociais'],
  [company, 'legalName', 'a razão social'],
  [company, 'cnpj', 'o CNPJ'],
  [planList, 'testimonials.quotes', 'o que os clientes dizem'],
  [planList, 'testimonials.reviews', 'o link das avaliações'],
  [planList, 'testimonials.rating', 'a nota das avaliações'],
  [services, 'price', 'o preço de um serviço avulso'],
];

/** @param contentFolder as for {@link companyIssues} */
export function missingFacts(contentFolder: string): string[] {
  const has = (collection: Collection, field: string): boolean =>
    filesOf(contentFolder, collection).some((file) => {
      const data: unknown = JSON.parse(readFileSync(join(contentFolder, file), 'utf8'));
      const fact = valueAt(data, field.split('.'));
      return fact !== undefined && textsIn(fact).some(([, text]) => text !== '');
    });
  return WANTED_FACTS.filter(([collection, field]) => !has(collection, field)).map(
    ([{ label }, , name]) => `${name} (em ${label})`,
  );
}
