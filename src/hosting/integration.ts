import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { pathBelow, publicPath } from '../lib/public-path.ts';
import { caddySnippet } from './caddy.ts';
import { HASHED_FOLDER } from './headers.ts';
import { addLicenses } from './licenses.ts';
import { headersFile, redirectsFile, workersConfig } from './netlify-cloudflare.ts';
import { nginxSnippet } from './nginx.ts';
import { precompress } from './precompress.ts';

/** Cloudflare reads no more than the first hundred rules: scripts, styles and fonts come first. */
const isPicture = (file: string): boolean => /\.(?:avif|gif|jpe?g|png|svg|webp)$/.test(file);

/**
 * Makes the built folder ready for any static host: adds the configuration that hosts read from it
 * and precompressed copies, and puts what is read from elsewhere beside it, as `dist-server/`.
 */
export function hosting(): AstroIntegration {
  let base = '';
  return {
    name: 'hosting',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/$/, '');
      },
      'astro:build:done': async ({ dir, assets }) => {
        const folder = resolve(fileURLToPath(dir));
        const pages = Array.from(assets.values())
          .flat()
          .map((url) => fileURLToPath(url))
          .filter((file) => file.endsWith('.html'));
        const paths = pages
          .map((page) => `/${publicPath(pathBelow(folder, page))}`)
          .filter((path) => !path.endsWith('/404'))
          .sort();
        const hashed = await readdir(join(folder, HASHED_FOLDER), {
          recursive: true,
          withFileTypes: true,
        });
        const hashedFiles = hashed
          .filter((entry) => entry.isFile())
          .map((entry) => `/${pathBelow(folder, join(entry.parentPath, entry.name))}`)
          .sort()
          .sort((a, b) => Number(isPicture(a)) - Number(isPicture(b)));
        await writeFile(join(folder, '_headers'), headersFile(base, hashedFiles));
        await writeFile(join(folder, '_redirects'), redirectsFile(base, paths));

        const serverFolder = `${folder}-server`;
        await mkdir(serverFolder, { recursive: true });
        await writeFile(join(serverFolder, 'nginx.conf'), nginxSnippet(base));
        await writeFile(join(serverFolder, 'Caddyfile'), caddySnippet(base));
        const siteFolder = `../${basename(folder)}`;
        await writeFile(join(serverFolder, 'wrangler.jsonc'), workersConfig(siteFolder));

        await addLicenses(folder);
        const files = await readdir(folder, { recursive: true });
        // A few at a time: thousands of plans would run out of file handles all at once.
        const queue = files.values();
        const worker = async (): Promise<void> => {
          for (const file of queue) await precompress(join(folder, file));
        };
        await Promise.all(Array.from({ length: availableParallelism() }, worker));
      },
    },
  };
}
