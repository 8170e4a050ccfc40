/** Finds example content that must not go live. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Bilingual } from '../lib/environment.ts';
import { filesOf, readContentFile } from '../content-files/files.ts';
import { COLLECTIONS, type Collection } from '../schemas/collections.ts';
import type { Company } from '../schemas/company.ts';
import { EXAMPLE_PHONE, EXAMPLES, isPlaceholderHost, POSSIBLY_TRUE } from './examples.ts';
import type { Obstacle } from './obstacle.ts';

/** Every text in a JSON value by its path, such as `address.street` or `phones.0.number`. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    textsIn(child, path === '' ? key : `${path}.${key}`),
  );
}

function isExampleFact(path: string, text: string, examples: Set<string>): boolean {
  if (POSSIBLY_TRUE.includes(path)) return false;
  const [, host] = text.split('@');
  return (
    examples.has(text) ||
    EXAMPLE_PHONE.test(text) ||
    (host !== undefined && isPlaceholderHost(host)) ||
    (URL.canParse(text) && isPlaceholderHost(new URL(text).hostname))
  );
}

function companyObstacles(contentFolder: string): Obstacle[] {
  const company = readContentFile(join(contentFolder, 'company.json')).data;
  const examples = new Set(textsIn(EXAMPLES.company).map(([, text]) => text));
  return textsIn(company)
    .filter(([path, text]) => isExampleFact(path, text, examples))
    .map(([path, text]) => ({
      area: 'company',
      pt: `“${text}” é de exemplo (company.json, campo ${path})`,
      en: `“${text}” is an example (company.json, field ${path})`,
    }));
}

/** A file's hash, whichever line endings Git gave it. */
function hashOf(file: string): string {
  const text = readFileSync(file, 'latin1').replaceAll('\r\n', '\n');
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

function clientObstacles(contentFolder: string): Obstacle[] {
  return filesOf(contentFolder, COLLECTIONS.clients).flatMap((name): Obstacle[] => {
    const { data } = readContentFile(join(contentFolder, name));
    const { alt, src } = data as { alt: string; src: string };
    const logo = posix.join(posix.dirname(name), src);
    if (alt in EXAMPLES.clients) {
      const [pt, en] = [`“${alt}” é um cliente de exemplo`, `“${alt}” is an example client`];
      return [{ area: 'clients', pt, en }];
    }
    const example = hashOf(join(contentFolder, logo));
    if (!Object.values(EXAMPLES.clients).includes(example)) return [];
    const pt = `o logotipo de “${alt}” é de exemplo (${logo})`;
    return [{ area: 'clients', pt, en: `the logo of “${alt}” is an example (${logo})` }];
  });
}

/** Texts that still say the working name, or the example's town after the company has given its own. */
function textObstacles(contentFolder: string): Obstacle[] {
  const { name, address } = EXAMPLES.company;
  const company = readContentFile(join(contentFolder, 'company.json')).data as Company;
  const stale = company.address.city === address.city ? [name] : [name, address.city];
  return Object.values(COLLECTIONS)
    .filter((collection) => collection !== COLLECTIONS.company)
    .flatMap((collection: Collection) => filesOf(contentFolder, collection))
    .sort()
    .flatMap((file) => {
      const content = readFileSync(join(contentFolder, file), 'utf8');
      return stale
        .filter((text) => content.includes(text))
        .map((text) => ({
          area: 'texts' as const,
          pt: `${file} ainda diz “${text}”`,
          en: `${file} still says “${text}”`,
        }));
    });
}

/** Optional facts that a visitor looks for, and what they are called. */
const WANTED: [field: 'hours' | 'responseTime' | 'cities' | 'people', pt: string, en: string][] = [
  ['hours', 'o horário de atendimento', 'opening hours'],
  ['responseTime', 'o tempo de resposta', 'the response time'],
  ['cities', 'as cidades atendidas', 'the towns served'],
  ['people', 'o retrato de quem atende', 'a portrait of who answers'],
];

/**
 * What the site can do without, and its visitors not so well: no reason to hold it back.
 *
 * @param contentFolder as for {@link contentObstacles}
 */
export function missedFacts(contentFolder: string): Bilingual[] {
  const company = readContentFile(join(contentFolder, 'company.json')).data as Company;
  return WANTED.filter(([field]) => !company[field]?.length).map(([, pt, en]) => ({ pt, en }));
}

/** @param contentFolder `src/content`, already known to hold to its schemas */
export function contentObstacles(contentFolder: string): Obstacle[] {
  return [
    ...companyObstacles(contentFolder),
    ...clientObstacles(contentFolder),
    ...textObstacles(contentFolder),
  ];
}
