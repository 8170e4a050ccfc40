/**
 * `_headers` and `_redirects`, which Netlify and Cloudflare read from the published folder, and the
 * configuration of Cloudflare Workers.
 *
 * @see https://docs.netlify.com/manage/routing/headers/
 * @see https://developers.cloudflare.com/pages/configuration/headers/
 */
import type { Redirect } from '../../integrations/content/plan-paths.ts';
import { IMMUTABLE, SECURITY_HEADERS } from './headers.ts';

/**
 * Both hosts join the values of overlapping rules, so only one rule sets Cache-Control. Their default is
 * REVALIDATED.
 *
 * Both apply the rules of a path to its 404 as well: with one rule for the folder, browsers would keep a
 * "not found" for a year, even after a deploy brings the file. So each file has a rule. Cloudflare reads
 * 100 of them; browsers revalidate the files beyond.
 *
 * @param hashedFiles paths within the site, such as `/_astro/client.BTzIoWKy.js`
 * @see https://answers.netlify.com/t/set-headers-depending-on-http-status/4518
 */
export function headersFile(base: string, hashedFiles: readonly string[]): string {
  const security = Object.entries(SECURITY_HEADERS).map(([name, value]) => `  ${name}: ${value}`);
  const kept = hashedFiles.flatMap((file) => [`${base}${file}`, `  Cache-Control: ${IMMUTABLE}`]);
  return ['/*', ...security, '', ...kept, ''].join('\n');
}

/**
 * Netlify also serves a page under its file name, and supports a single not-found page. Cloudflare needs
 * neither line, and skips those with a status that it does not support.
 *
 * @param pages paths of the pages, such as `/planos`
 */
export function redirectsFile(
  base: string,
  pages: readonly string[],
  moved: readonly Redirect[],
): string {
  const home = `${base}/`;
  const files = pages.map((path) => (path === '/' ? ['/index', home] : [path, `${base}${path}`]));
  return [
    "# `!` is Netlify's mark for a redirect that wins over a file of that name.",
    // Cloudflare skips the first line, and Netlify never reaches the second.
    ...moved.flatMap(({ from, to }) =>
      ['301!', '301'].map((status) => `${base}${from} ${base}${to} ${status}`),
    ),
    ...files.map(([file, page]) => `${base}${file}.html ${page} 301!`),
    `${base}/planos/* ${base}/planos/404.html 404`,
    '',
  ].join('\n');
}

/**
 * `wrangler.jsonc` for Workers static assets. The deployer passes the name.
 *
 * @param folder of the built site, relative to the file
 * @see https://developers.cloudflare.com/workers/static-assets/
 */
export function workersConfig(folder: string): string {
  const config = {
    compatibility_date: '2026-01-01',
    assets: { directory: folder, not_found_handling: '404-page' },
  };
  return `// Use: npx wrangler deploy --config dist-server/wrangler.jsonc --name NAME\n${JSON.stringify(config, null, 2)}\n`;
}
