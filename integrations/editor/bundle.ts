/** Bundles the editor's script separately from the site's, so that public pages load none of it. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, mergeConfig, normalizePath, type InlineConfig, type Plugin } from 'vite';
import { previewConfig, type PreviewedSite } from './preview/vite-plugin.ts';

const ENTRY = fileURLToPath(new URL('first.ts', import.meta.url));

/** Completes the library's Portuguese, and matches it to the site's guide. */
const TRANSLATIONS = fileURLToPath(new URL('pt-BR.json', import.meta.url));

const NO_GRAMMAR = '\0no-grammar';

/**
 * Requests to other hosts that no setting of the library turns off: fonts, which the bundle contains, and
 * the status pages of GitHub and GitLab.
 */
const THIRD_PARTIES =
  /@font-face \{[^}]*https:\/\/cdn\.jsdelivr\.net\/[^}]*\}|(?<=`)https:\/\/(?:www\.githubstatus\.com\/api|status-api\.hostedstatus\.com)\/[^`]+/g;

/** Times in the library's dialogs, formatted as “11:34 AM” in every language. */
const TWELVE_HOURS = /(?<=\bminute:`numeric`,)hour12:!0/g;

function readJson(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

const adaptLibrary: Plugin = {
  name: 'adapt-library',
  enforce: 'pre',
  // Syntax highlighting grammars are three quarters of the bytes. Plans have no code.
  resolveId: (id) => (id.startsWith('@shikijs/langs/') ? NO_GRAMMAR : undefined),
  load(id) {
    if (id === NO_GRAMMAR) return 'export default [];';
    if (!id.endsWith('/@sveltia/cms/locales/pt-BR.json')) return undefined;
    return JSON.stringify(mergeConfig(readJson(id), readJson(TRANSLATIONS), false));
  },
  transform: {
    filter: { id: /\/@sveltia\/cms\/npm\/index\.js$/ },
    handler(code) {
      for (const pattern of [THIRD_PARTIES, TWELVE_HOURS]) {
        if (code.search(pattern) !== -1) continue;
        this.error(`Sveltia CMS has changed: fix ${pattern.source}, or do without.`);
      }
      return code
        .replace(THIRD_PARTIES, (found) => (found.startsWith('@') ? '' : 'data:,'))
        .replace(TWELVE_HOURS, 'hour12:!1');
    },
  },
};

/**
 * Bundles the editor into a folder, as `editor.js` and its chunks.
 *
 * @returns the source files of the bundle, with forward slashes
 */
export async function bundleEditor(folder: string, site: PreviewedSite): Promise<Set<string>> {
  const config: InlineConfig = {
    configFile: false,
    envDir: false,
    publicDir: false,
    root: dirname(ENTRY),
    // Relative, so that one bundle works below every base path.
    base: './',
    logLevel: 'error',
    plugins: [adaptLibrary],
    build: {
      outDir: folder,
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
  const built = await build(mergeConfig(config, previewConfig(site)));
  if (!('output' in built)) throw new Error('Vite returned no single bundle.');
  const modules = built.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return new Set([...modules, TRANSLATIONS].map((id) => normalizePath(id).replace(/\?.*/, '')));
}
