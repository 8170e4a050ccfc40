/**
 * `npm run check:launch` lists what must change before the site goes live. Checks the content, the brand,
 * the environment and the built site (`dist`, or the folder given as argument).
 */
import { fileURLToPath } from 'node:url';
import { checkContent } from '@site/content/check';
import { report } from '@site/content/report';
import { SITE_CONTENT } from '../src/schemas/collections.ts';
import { readVariables } from '../src/lib/environment.ts';
import { builtSiteIssues } from './launch-check/built-site.ts';
import { companyIssues, fileIssues, missingFacts, textIssues } from './launch-check/content.ts';
import { environmentIssues } from './launch-check/environment.ts';

const CONTENT_FOLDER = fileURLToPath(new URL('../src/content', import.meta.url));
const BRAND_FOLDER = fileURLToPath(new URL('../src/brand', import.meta.url));

const contentErrors = await checkContent(SITE_CONTENT, CONTENT_FOLDER);
if (contentErrors.length > 0) {
  console.error(report(contentErrors, 'src/content/'));
  process.exit(1);
}
const { SITE_URL = '', SITE_BASE = '' } = readVariables();
const homeUrl = URL.canParse(SITE_URL) ? new URL(`${SITE_BASE}/`, SITE_URL).href : undefined;
const issues: Record<string, string[]> = {
  'Dados da empresa': companyIssues(CONTENT_FOLDER),
  Textos: textIssues(CONTENT_FOLDER),
  'Marca e imagens': fileIssues(BRAND_FOLDER, CONTENT_FOLDER),
  Configuração: environmentIssues(),
  'Site gerado': builtSiteIssues(process.argv[2] ?? 'dist', homeUrl),
};
const isReady = Object.values(issues).flat().length === 0;
console.log(isReady ? 'Nada impede o site de ir ao ar.' : 'Falta para o site ir ao ar:');
const wish = 'Não impede, mas os visitantes vão sentir falta:';
for (const [title, items] of Object.entries({ ...issues, [wish]: missingFacts(CONTENT_FOLDER) })) {
  if (items.length > 0) console.log(`\n${title}\n  - ${items.join('\n  - ')}`);
}
if (!isReady) process.exitCode = 1;
