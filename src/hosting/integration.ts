import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { builtPages, filesBelow } from '../build-tools/files.ts';
import { planRedirects } from '../../integrations/content/plan-paths.ts';
import { publicPath } from '../lib/paths.ts';
import { caddySnippet } from './caddy.ts';
import { HASHED_FOLDER } from './headers.ts';
import { addLicenses } from '../../integrations/pages/licenses.ts';
import { movedPage } from './moved-page.ts';
import { headersFile, redirectsFile, workersConfig } from './netlify-cloudflare.ts';
import { nginxSnippet } from './nginx.ts';
import { precompress } from './precompress.ts';

/** Pictures come last: Cloudflare reads only the first hundred rules. */
const isPicture = (file: string): boolean => /\.(?:avif|gif|jpe?g|png|svg|webp)$/.test(file);

/**
 * Makes the built folder ready for any static host: adds precompressed copies and the configuration that
 * hosts read from it. Configuration of servers goes beside it, to `dist-server/`.
 */
export function hosting(): AstroIntegration {
  let base = '';
  let siteUrl = '';
  let contentFolder = '';
  return {
    name: 'hosting',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/$/, '');
        siteUrl = config.site ?? '';
        contentFolder = fileURLToPath(new URL('content/', config.srcDir));
      },
      'astro:build:done': async ({ dir }) => {
        const folder = resolve(fileURLToPath(dir));
        const paths = builtPages(folder)
          .map((page) => `/${publicPath(page)}`)
          .filter((path) => !path.endsWith('/404'))
          .sort();
        const moved = planRedirects(contentFolder);
        for (const { from, to } of moved) {
          const file = join(folder, `${from}.html`);
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, movedPage(new URL(base + to, siteUrl).href));
        }
        const hashedFiles = filesBelow(join(folder, HASHED_FOLDER))
          .map((file) => `${HASHED_FOLDER}${file}`)
          .sort((a, b) => Number(isPicture(a)) - Number(isPicture(b)));
        await writeFile(join(folder, '_headers'), headersFile(base, hashedFiles));
        await writeFile(join(folder, '_redirects'), redirectsFile(base, paths, moved));

        const serverFolder = `${folder}-server`;
        await mkdir(serverFolder, { recursive: true });
        await writeFile(join(serverFolder, 'nginx.conf'), nginxSnippet(base, moved));
        await writeFile(join(serverFolder, 'Caddyfile'), caddySnippet(base, moved));
        const siteFolder = `../${basename(folder)}`;
        await writeFile(join(serverFolder, 'wrangler.jsonc'), workersConfig(siteFolder));

        await addLicenses(folder);
        await Promise.all(filesBelow(folder).map((file) => precompress(join(folder, file))));
      },
    },
  };
}
