/** Finds example content that must not go live. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readCompany } from '../content-check/company.ts';
import { filesOf, readCollection } from '../content-reader/folder.ts';
import { textsIn } from '../content-reader/schema-fields.ts';
import { COLLECTIONS, type Collection } from '../schemas/collections.ts';
import type { Company } from '../schemas/company.ts';
import {
  EXAMPLE_PHONE,
  EXAMPLES,
  isPlaceholderHost,
  POSSIBLY_TRUE,
  TO_FILL_IN,
} from './examples.ts';
import type { Obstacle } from './obstacle.ts';

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

function companyObstacles(company: Company): Obstacle[] {
  const examples = new Set(textsIn(EXAMPLES.company).map(([, text]) => text));
  return textsIn(company)
    .map(([path, text]) => [path.join('.'), text] as const)
    .filter(([path, text]) => isExampleFact(path, text, examples))
    .map(([path, text]) => ({
      area: 'Dados da empresa',
      text: `“${text}” é de exemplo (company.json, campo ${path})`,
    }));
}

/** A file's hash, whichever line endings Git gave it. */
function hashOf(file: string): string {
  const text = readFileSync(file, 'latin1').replaceAll('\r\n', '\n');
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

function clientObstacles(contentFolder: string): Obstacle[] {
  const area = 'Clientes';
  return readCollection(contentFolder, COLLECTIONS.clients).flatMap(({ file, entry }) => {
    const alt = String(entry.data?.['alt']);
    if (alt in EXAMPLES.clients) return { area, text: `“${alt}” é um cliente de exemplo` };
    const logos = entry.pictures.map(({ name }) => posix.join(posix.dirname(file), name));
    return logos
      .filter((logo) => Object.values(EXAMPLES.clients).includes(hashOf(join(contentFolder, logo))))
      .map((logo): Obstacle => ({ area, text: `o logotipo de “${alt}” é de exemplo (${logo})` }));
  });
}

/**
 * Texts that still say the working name, the example's town after the company has given its own, or
 * what the company has to fill in.
 */
function textObstacles(contentFolder: string, company: Company): Obstacle[] {
  const { name, address } = EXAMPLES.company;
  const stale = company.address.city === address.city ? [name] : [name, address.city];
  return Object.values<Collection>(COLLECTIONS)
    .filter((collection) => collection !== COLLECTIONS.company)
    .flatMap((collection) => filesOf(contentFolder, collection))
    .sort()
    .flatMap((file) => {
      const content = readFileSync(join(contentFolder, file), 'utf8');
      return [
        ...stale.filter((text) => content.includes(text)),
        ...(content.match(TO_FILL_IN) ?? []),
      ].map((text): Obstacle => ({ area: 'Textos', text: `${file} ainda diz “${text}”` }));
    });
}

/** Optional facts that a visitor looks for, and what they are called. */
const WANTED = [
  ['hours', 'o horário de atendimento'],
  ['responseTime', 'o tempo de resposta'],
  ['cities', 'as cidades atendidas'],
  ['people', 'o retrato de quem atende'],
  ['legalName', 'a razão social'],
  ['cnpj', 'o CNPJ'],
] as const;

/**
 * What the site can do without, and its visitors not so well: no reason to hold it back.
 *
 * @param contentFolder as for {@link contentObstacles}
 */
export function missedFacts(contentFolder: string): string[] {
  const company = readCompany(contentFolder);
  return WANTED.filter(([field]) => !company[field]?.length).map(([, name]) => name);
}

/** @param contentFolder `src/content`, already known to hold to its schemas */
export function contentObstacles(contentFolder: string): Obstacle[] {
  const company = readCompany(contentFolder);
  return [
    ...companyObstacles(company),
    ...clientObstacles(contentFolder),
    ...textObstacles(contentFolder, company),
  ];
}
