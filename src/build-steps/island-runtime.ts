/**
 * Gives Astro's island runtime a URL of its own. Astro writes it into every page, where it takes 1 KB
 * of Brotli and is of no use to a visitor who only reads. `src/client-directives/island-loader.ts`
 * takes its place.
 *
 * Without this step, pages carry Astro's runtime and work alike.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import runtime from 'astro/runtime/server/astro-island.prebuilt.js';
import { buildSync } from 'esbuild';
import type { Plugin } from 'vite';
import { PAGE_TARGETS } from '../browser-floor.ts';

const RUNTIME_MODULE = '/astro/dist/runtime/server/astro-island.prebuilt.js';

function bundleLoader(runtimeUrl: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('../client-directives/island-loader.ts', import.meta.url))],
    define: { RUNTIME_URL: JSON.stringify(runtimeUrl) },
    external: [runtimeUrl],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    target: PAGE_TARGETS,
    // A browser without it cannot read the script and leaves the page as it is.
    supported: { 'dynamic-import': true },
  });
  return `(()=>{${outputFiles[0]?.text.trim()}})()`;
}

/**
 * @param assetsPath URL path of the folder for hashed files, without a slash at its end
 * @returns the script that a page carries, the plugin that puts it there, and what writes the runtime
 */
export function islandRuntime(assetsPath: string) {
  const hash = createHash('sha256').update(runtime).digest('hex').slice(0, 8);
  const name = `islands.${hash}.js`;
  const loader = bundleLoader(`${assetsPath}/${name}`);
  let isReplaced = false;
  return {
    loader,
    plugin: {
      name: 'build-steps:island-runtime',
      load: (id: string) => {
        if (!id.endsWith(RUNTIME_MODULE)) return undefined;
        isReplaced = true;
        return `export default ${JSON.stringify(loader)}`;
      },
    } satisfies Plugin,
    write: async (assetsFolder: URL): Promise<void> => {
      if (!isReplaced) {
        throw new Error(
          'Astro no longer takes its island runtime from astro-island.prebuilt.js. Adapt ' +
            'src/build-steps/island-runtime.ts, or leave that step out of integration.ts.',
        );
      }
      await writeFile(new URL(name, assetsFolder), runtime);
    },
  };
}
