/** Bundles the editor's script separately from the site's, so that public pages load none of it. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, mergeConfig, type InlineConfig } from 'vite';
import { adaptLibrary, LIBRARY_VERSION } from './library/edits.ts';
import { previewConfig, type PreviewedSite } from './preview/vite-plugin.ts';

const ENTRY = fileURLToPath(new URL('bootstrap.ts', import.meta.url));

/** Bundles the editor into a folder, as `editor.js` and its chunks. */
export async function bundleEditor(folder: string, site: PreviewedSite): Promise<void> {
  const config: InlineConfig = {
    configFile: false,
    envDir: false,
    publicDir: false,
    root: dirname(ENTRY),
    // Relative, so that one bundle works below every base path.
    base: './',
    logLevel: 'error',
    plugins: [adaptLibrary()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      // All names there have a hash, so hosts let browsers keep them (public/_headers).
      assetsDir: 'files',
      target: 'baseline-widely-available',
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      license: { fileName: 'LICENSES.md' },
      rolldownOptions: {
        input: { editor: ENTRY },
        output: {
          entryFileNames: 'editor.js',
          // A hash is of a file as the library has it: its version tells which icons are left of a font.
          assetFileNames: `files/[name]-${LIBRARY_VERSION}-[hash][extname]`,
        },
      },
    },
  };
  await build(mergeConfig(config, previewConfig(site)));
}
