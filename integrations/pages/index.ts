import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { cspHash } from '../../src/lib/content-security-policy.ts';
import { builtPages } from '../../src/build-tools/files.ts';
import { publicPath } from '../../src/lib/paths.ts';
import { islandRuntime } from '../islands/island-runtime.ts';
import { sizeWarning } from './page-size.ts';
import { fitPolicy } from './policy-in-page.ts';
import { scriptsBehindFirstScreen } from './scripts-behind-first-screen.ts';
import { sonnerStyleFromFile } from './sonner-style.ts';

/** Removed: no script reads this ID, and it differs with the build's folder. */
const ISLAND_ID = /(<astro-island) uid="[^"]*"/g;

/**
 * Adds `client:intent` and, in a build, the steps for which Astro and sonner have no option
 * (docs/performance.md). Register it before integrations that read the finished pages.
 */
export function buildSteps(): AstroIntegration {
  let runtime: ReturnType<typeof islandRuntime> | undefined;
  let assetsFolder = '';
  return {
    name: 'build-steps',
    hooks: {
      'astro:config:setup': ({ addClientDirective, command, config, updateConfig }) => {
        addClientDirective({ name: 'intent', entrypoint: './integrations/islands/intent.ts' });
        if (command !== 'build') return;
        assetsFolder = config.build.assets;
        runtime = islandRuntime(`${config.base.replace(/\/$/, '')}/${assetsFolder}`);
        updateConfig({
          security: {
            csp: { algorithm: 'SHA-256', scriptDirective: { hashes: [cspHash(runtime.loader)] } },
          },
          vite: { plugins: [runtime.plugin, sonnerStyleFromFile] },
        });
      },
      'astro:build:done': async ({ dir, logger }) => {
        await runtime?.write(new URL(`${assetsFolder}/`, dir));

        const pages = new Map<string, string>();
        const folder = fileURLToPath(dir);
        for (const path of builtPages(folder)) {
          const file = join(folder, path);
          const built = (await readFile(file, 'utf8')).replace(ISLAND_ID, '$1');
          const html = scriptsBehindFirstScreen(fitPolicy(built, path));
          await writeFile(file, html);
          pages.set(`/${publicPath(path)}`, html);
        }
        const warning = sizeWarning(pages);
        if (warning !== undefined) logger.warn(warning);
      },
    },
  };
}
