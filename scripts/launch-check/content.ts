/** Finds example facts and texts that must not go live. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCompany } from '../../local/company.ts';
import { filesOf } from '@site/content/folder';
import { textsIn } from '@site/content/schema-fields';
import type { Collection } from '@site/content/collection';
import { COLLECTIONS } from '../../src/schemas/collections.ts';
import type { Company } from '../../src/schemas/company.ts';
import {
  EXAMPLE_PHONE,
  EXAMPLES,
  isPlaceholderHost,
  POSSIBLY_TRUE,
  TO_FILL_IN,
} from './examples.ts';
import type { LaunchIssue } from './issue.ts';

const EXAMPLE_FACTS = new Set(textsIn(EXAMPLES.company).map(([, text]) => text));

function isExampleFact(path: string, text: string): boolean {
  if (POSSIBLY_TRUE.includes(path)) return false;
  const host = URL.canParse(text) ? new URL(text).hostname : (text.split('@')[1] ?? '');
  return EXAMPLE_FACTS.has(text) || EXAMPLE_PHONE.test(text) || isPlaceholderHost(host);
}

function companyIssues(company: Company<string>): LaunchIssue[] {
  return textsIn(company)
    .map(([path, text]) => [path.join('.'), text] as const)
    .filter(([path, text]) => isExampleFact(path, text))
    .map(([path, text]) => ({
      area: 'Dados da empresa',
      text: `“${text}” é de exemplo (company.json, campo ${path})`,
    }));
}

/**
 * Finds texts that still contain the example company's name, an example client, a placeholder, or the
 * example's town after the company has given its own.
 */
function textIssues(contentFolder: string, company: Company<string>): LaunchIssue[] {
  const { name, address } = EXAMPLES.company;
  const town = company.address.city === address.city ? [] : [address.city];
  const stale = [name, ...EXAMPLES.clients, ...town];
  return Object.values<Collection>(COLLECTIONS)
    .filter((collection) => collection !== COLLECTIONS.company)
    .flatMap((collection) => filesOf(contentFolder, collection))
    .sort()
    .flatMap((file) => {
      const content = readFileSync(join(contentFolder, file), 'utf8');
      return [
        ...stale.filter((text) => content.includes(text)),
        ...(content.match(TO_FILL_IN) ?? []),
      ].map((text): LaunchIssue => ({ area: 'Textos', text: `${file} ainda diz “${text}”` }));
    });
}

/** Optional facts that visitors look for, with their names in the report. */
const WANTED_FACTS = [
  ['hours', 'o horário de atendimento'],
  ['responseTime', 'o tempo de resposta'],
  ['visits', 'se alguém vai até o cliente'],
  ['cities', 'as cidades atendidas'],
  ['people', 'o retrato de quem atende'],
  ['legalName', 'a razão social'],
  ['cnpj', 'o CNPJ'],
] as const;

/** @param contentFolder `src/content`, already valid against its schemas */
export function missingFacts(contentFolder: string): string[] {
  const company = readCompany(contentFolder);
  return WANTED_FACTS.filter(([field]) => !company[field]?.length).map(([, name]) => name);
}

/** @param contentFolder as for {@link missingFacts} */
export function contentIssues(contentFolder: string): LaunchIssue[] {
  const company = readCompany(contentFolder);
  return [...companyIssues(company), ...textIssues(contentFolder, company)];
}
