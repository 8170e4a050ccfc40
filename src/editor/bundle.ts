/** Bundles the editor's script, apart from the site's: the public pages never see a byte of it. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, mergeConfig, version as viteVersion, type InlineConfig, type Plugin } from 'vite';
import { previewConfig, type PreviewedSite } from './preview/vite-plugin.ts';

const ENTRY = fileURLToPath(new URL('first.ts', import.meta.url));
/** Holds the modules that the bundle may hold: the preview renders the site's own pages. */
const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const CONTENT = /^content(?:\/|\\|$)/;

/** What the library's Portuguese lacks. */
const TRANSLATIONS = fileURLToPath(new URL('pt-BR.json', import.meta.url));

/**
 * Leaves out the grammars that colour program code, three quarters of the library's bytes: plans
 * have no code, and the button for it is off.
 */
const withoutGrammars: Plugin = {
  name: 'without-grammars',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('@shikijs/langs/') ? '\0no-grammar' : undefined),
  load: (id) => (id === '\0no-grammar' ? 'export default [];' : undefined),
};

/** Fills the gaps in the library's Portuguese, where it would speak English. */
const withTranslations: Plugin = {
  name: 'with-translations',
  enforce: 'pre',
  load: (id) => {
    if (!id.endsWith('/@sveltia/cms/locales/pt-BR.json')) return undefined;
    const [own, whole] = [TRANSLATIONS, id].map(
      (file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>,
    );
    return JSON.stringify(mergeConfig(own ?? {}, whole ?? {}, false));
  },
};

/** Changes whenever the bundle would. */
function fingerprint(site: PreviewedSite): string {
  const library = createRequire(import.meta.url).resolve('@sveltia/cms');
  const manifest = join(dirname(library), '../package.json');
  const hash = createHash('sha256').update(viteVersion).update(JSON.stringify(site));
  const ownModules = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !CONTENT.test(relative(SOURCES, file)));
  for (const file of [manifest, ...ownModules]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Bundles the editor, unless this very version was bundled before.
 *
 * @param cacheFolder where bundles are kept
 * @returns the folder that holds `editor.js` and what it loads
 */
export async function bundleEditor(cacheFolder: string, site: PreviewedSite): Promise<string> {
  const folder = join(cacheFolder, `editor-${fingerprint(site)}`);
  if (existsSync(folder)) return folder;
  // Moved into place in one step: a bundle that was interrupted never passes for a whole one.
  const unfinished = `${folder}.${process.pid}`;
  const config: InlineConfig = {
    configFile: false,
    envDir: false,
    publicDir: false,
    root: dirname(ENTRY),
    // Relative, so that one bundle fits every base path.
    base: './',
    logLevel: 'error',
    plugins: [withoutGrammars, withTranslations],
    build: {
      outDir: unfinished,
      emptyOutDir: true,
      assetsDir: '.',
      target: 'baseline-widely-available',
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      license: { fileName: 'LICENSES.md' },
      rolldownOptions: {
        input: { editor: ENTRY },
        output: { entryFileNames: 'editor.js' },
      },
    },
  };
  await build(mergeConfig(config, previewConfig(site)));
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  return folder;
}
