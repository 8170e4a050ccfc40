import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { addLicenses } from './licenses.ts';
import { sizeWarning } from './page-size.ts';
import { fitPolicy } from './policy-in-page.ts';
import { scriptsBehindFirstScreen } from './scripts-behind-first-screen.ts';
import { sonnerStyleFromFile } from './sonner-style.ts';

/** Removed: no script reads this ID, and it differs with the build's folder. */
const ISLAND_ID = /(<astro-island) uid="[^"]*"/g;

/** The file of a page, by the path that Astro reports. */
function fileOf(pathname: string, dir: URL): URL {
  const path = pathname.replace(/\/$/, '');
  const file = new URL(`${path}.html`, dir);
  return existsSync(file) ? file : new URL(`${path === '' ? '' : `${path}/`}index.html`, dir);
}

/**
 * Adds to a build the steps for which Astro and sonner have no option (docs/performance.md). Changes only the
 * pages that Astro reports: files from `public` stay as they are. Register it before integrations that read
 * the finished pages.
 */
export function buildSteps(): AstroIntegration {
  return {
    name: 'build-steps',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command === 'build') updateConfig({ vite: { plugins: [sonnerStyleFromFile] } });
      },
      'astro:build:done': async ({ dir, logger, pages }) => {
        const finished = new Map<string, string>();
        for (const { pathname } of pages) {
          const file = fileOf(pathname, dir);
          const built = (await readFile(file, 'utf8')).replace(ISLAND_ID, '$1');
          const html = scriptsBehindFirstScreen(fitPolicy(built, fileURLToPath(file)));
          await writeFile(file, html);
          finished.set(`/${pathname}`, html);
        }
        await addLicenses(fileURLToPath(dir));
        const warning = sizeWarning(finished);
        if (warning !== undefined) logger.warn(warning);
      },
    },
  };
}
