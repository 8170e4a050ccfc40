/** `npm run check:content` reports every content error, in Portuguese, without a build. */
import { fileURLToPath } from 'node:url';
import { checkFolder } from '@site/content/folder';
import { report } from '@site/content/report';
import { parseEnvironment } from '../src/lib/environment.ts';
import { SITE_CONTENT } from '../src/schemas/collections.ts';

const CONTENT_FOLDER = fileURLToPath(new URL('../src/content', import.meta.url));

const { environment } = parseEnvironment();
const site = environment && environment.SITE_URL + (environment.SITE_BASE ?? '');
const issues = await checkFolder(SITE_CONTENT, CONTENT_FOLDER, site);
if (issues.length === 0) {
  console.log('O conteúdo está em ordem.');
} else {
  console.error(report(issues, 'src/content/'));
  process.exitCode = 1;
}
