/** Finds example facts, texts and drawings in brand and content. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isExampleDrawing } from '@site/content/examples';
import { filesOf } from '@site/content/folder';
import { textsIn, valueAt } from '@site/content/schema-fields';
import type { Collection } from '@site/content/collection';
import { readCompany } from '../../local/company.ts';
import { COLLECTIONS, SITE_CONTENT } from '../../src/schemas/collections.ts';
import EXAMPLES from '../../src/schemas/examples.json' with { type: 'json' };

/**
 * Finds names of the example in texts: its company, its clients, and its town after the company has given its own. A
 * real company may have neighbours of the same names.
 *
 * @param contentFolder `src/content`, already valid against its schemas
 */
export function mentions(contentFolder: string): string[] {
  const { company, clients, town } = EXAMPLES;
  const towns = readCompany(contentFolder).address.city === town ? [] : [town];
  const stale = [company.name, ...clients, ...towns];
  return Object.values<Collection>(COLLECTIONS)
    .filter((collection) => collection !== COLLECTIONS.company)
    .flatMap((collection) => filesOf(contentFolder, collection))
    .sort()
    .flatMap((file) => {
      const content = readFileSync(join(contentFolder, file), 'utf8');
      const found = stale.filter((text) => content.includes(text));
      return found.map((text) => `${file} diz “${text}”`);
    });
}

/**
 * Finds files of the brand that are still the shipped examples.
 *
 * @param brandFolder `src/brand`
 */
export function brandIssues(brandFolder: string): string[] {
  return globSync('**/*.*', { cwd: brandFolder })
    .sort()
    .filter((name) => isExampleDrawing(SITE_CONTENT, readFileSync(join(brandFolder, name))))
    .map((name) => `src/brand/${name} é de exemplo`);
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

/** @param contentFolder as for {@link mentions} */
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
