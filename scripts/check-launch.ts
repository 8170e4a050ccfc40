/**
 * `npm run check:launch` lists what must change before the site goes live. Checks the content, the brand,
 * the environment and the built site (`dist`, or the folder given as argument).
 */
import { fileURLToPath } from 'node:url';
import { checkContent } from '@site/content/check';
import { findExamples } from '@site/content/examples';
import { readFolder } from '@site/content/folder';
import { inOneLine, report } from '@site/content/report';
import { SITE_CONTENT } from '../src/schemas/collections.ts';
import { readVariables } from '../src/lib/environment.ts';
import { builtSiteIssues } from './launch-check/built-site.ts';
import { brandIssues, mentions, missingFacts } from './launch-check/content.ts';
import { environmentIssues } from './launch-check/environment.ts';

const CONTENT_FOLDER = fileURLToPath(new URL('../src/content', import.meta.url));
const BRAND_FOLDER = fileURLToPath(new URL('../src/brand', import.meta.url));

const content = readFolder(SITE_CONTENT, CONTENT_FOLDER);
const contentErrors = await checkContent(SITE_CONTENT, content);
if (contentErrors.length > 0) {
  console.error(report(contentErrors, 'src/content/'));
  process.exit(1);
}
const { SITE_URL = '', SITE_BASE = '' } = readVariables();
const homeUrl = URL.canParse(SITE_URL) ? new URL(`${SITE_BASE}/`, SITE_URL).href : undefined;
const examples = await findExamples(SITE_CONTENT, content);
const issues: Record<string, string[]> = {
  Conteúdo: examples.map(inOneLine),
  Marca: brandIssues(BRAND_FOLDER),
  Configuração: environmentIssues(),
  'Site gerado': builtSiteIssues(process.argv[2] ?? 'dist', homeUrl),
};
const wishes: Record<string, string[]> = {
  'Não impede, mas pode ser do exemplo; confira:': mentions(CONTENT_FOLDER),
  'Não impede, mas os visitantes vão sentir falta:': missingFacts(CONTENT_FOLDER),
};
const isReady = Object.values(issues).flat().length === 0;
console.log(isReady ? 'Nada impede o site de ir ao ar.' : 'Falta para o site ir ao ar:');
for (const [title, items] of Object.entries({ ...issues, ...wishes })) {
  if (items.length > 0) console.log(`\n${title}\n  - ${items.join('\n  - ')}`);
}
if (!isReady) process.exitCode = 1;
