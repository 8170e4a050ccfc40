import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { builtPages } from '../../src/build-tools/files.ts';
import { publicPath } from '../../src/lib/paths.ts';
import { addLicenses } from './licenses.ts';
import { sizeWarning } from './page-size.ts';
import { fitPolicy } from './policy-in-page.ts';
import { scriptsBehindFirstScreen } from './scripts-behind-first-screen.ts';
import { sonnerStyleFromFile } from './sonner-style.ts';

/** Removed: no script reads this ID, and it differs with the build's folder. */
const ISLAND_ID = /(<astro-island) uid="[^"]*"/g;

/**
 * Adds to a build the steps for which Astro and sonner have no option (docs/performance.md). Register it before integrations that read the finished pages.
 */
export function buildSteps(): AstroIntegration {
  return {
    name: 'build-steps',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command === 'build') updateConfig({ vite: { plugins: [sonnerStyleFromFile] } });
      },
      'astro:build:done': async ({ dir, logger }) => {
        const pages = new Map<string, string>();
        const folder = fileURLToPath(dir);
        for (const path of builtPages(folder)) {
          const file = join(folder, path);
          const built = (await readFile(file, 'utf8')).replace(ISLAND_ID, '$1');
          const html = scriptsBehindFirstScreen(fitPolicy(built, path));
          await writeFile(file, html);
          pages.set(`/${publicPath(path)}`, html);
        }
        await addLicenses(folder);
        const warning = sizeWarning(pages);
        if (warning !== undefined) logger.warn(warning);
      },
    },
  };
}
