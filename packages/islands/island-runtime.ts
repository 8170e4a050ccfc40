/**
 * Gives Astro's island runtime its own URL. Inlined into every page, as Astro does, it takes 1 KB of
 * Brotli and is of no use to a visitor who only reads. `island-loader.ts` replaces it, and `keep-typed.ts`
 * travels with it.
 *
 * Without this step, pages carry Astro's runtime and work alike.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import runtime from 'astro/runtime/server/astro-island.prebuilt.js';
import { buildSync, type BuildOptions } from 'esbuild';
import type { Plugin } from 'vite';

const RUNTIME_MODULE = '/astro/dist/runtime/server/astro-island.prebuilt.js';

function bundle(file: string, options: BuildOptions): string {
  const { outputFiles } = buildSync({
    ...options,
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  return `(()=>{${outputFiles[0]?.text.trim()}})()`;
}

const bundleLoader = (runtimeUrl: string, target: string[]): string =>
  bundle('./island-loader.ts', {
    target,
    define: { RUNTIME_URL: JSON.stringify(runtimeUrl) },
    external: [runtimeUrl],
    // A browser without it fails to parse the script, and keeps the page as plain HTML.
    supported: { 'dynamic-import': true },
  });

/**
 * @param assetsPath URL path of the folder for hashed files, without a trailing slash
 * @param targets browsers that parse the loader
 * @returns the inline script, the plugin that inserts it, and a function that writes the runtime
 */
export function islandRuntime(assetsPath: string, targets: string[]) {
  const script = `${runtime};${bundle('./keep-typed.ts', { target: targets })}`;
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 8);
  const name = `islands.${hash}.js`;
  const loader = bundleLoader(`${assetsPath}/${name}`, targets);
  let isReplaced = false;
  return {
    loader,
    plugin: {
      name: 'islands:runtime',
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
            'packages/islands/island-runtime.ts, or remove the integration (its README says how).',
        );
      }
      await writeFile(new URL(name, assetsFolder), script);
    },
  };
}
