import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { publicPath } from '../lib/public-path.ts';
import { bundleInline, bundleRuntime, withInline } from './island-script.ts';
import { bytesOfLargePage, sizeWarning } from './page-size.ts';

function htmlFiles(assets: ReadonlyMap<string, URL[]>): string[] {
  return [...assets.values()]
    .flat()
    .map((url) => fileURLToPath(url))
    .filter((file) => file.endsWith('.html'));
}

/**
 * Takes out of each built page what it has no use for, so that it fits the first round trip of a
 * slow line. Comes before integrations that look at the finished pages.
 */
export function leanPages(): AstroIntegration {
  let base = '';
  let assetsFolder = '';
  return {
    name: 'lean-pages',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/$/, '');
        assetsFolder = config.build.assets;
      },
      'astro:build:done': async ({ dir, assets }) => {
        const folder = join(fileURLToPath(dir), assetsFolder);
        const runtime = await bundleRuntime();
        const inline = await bundleInline(`${base}/${assetsFolder}/${runtime.name}`);
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, runtime.name), runtime.code);

        for (const file of htmlFiles(assets)) {
          const html = withInline(await readFile(file, 'utf8'), inline);
          await writeFile(file, html);
        }
      },
    },
  };
}

/**
 * Warns, in Portuguese, when a text makes a page too long for the first round trip; the build goes
 * on. Comes last: pages are weighed as visitors get them.
 */
export function pageSizes(): AstroIntegration {
  return {
    name: 'page-sizes',
    hooks: {
      'astro:build:done': async ({ dir, assets, logger }) => {
        const sizes = new Map<string, number>();
        for (const file of htmlFiles(assets)) {
          const address = publicPath(relative(fileURLToPath(dir), file));
          const html = await readFile(file, 'utf8');
          const bytes = bytesOfLargePage(html);
          if (bytes !== undefined) sizes.set(`/${address}`, bytes);
        }
        const warning = sizeWarning(sizes);
        if (warning !== undefined) logger.warn(warning);
      },
    },
  };
}
