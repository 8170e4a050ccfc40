/** Bundles the editor's script separately from the site's, so that public pages load none of it. */
import { readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import subsetFont from 'subset-font';
import { build, mergeConfig, type InlineConfig, type Plugin } from 'vite';
import { previewConfig, type PreviewedSite } from '../preview/vite-plugin.ts';

const ENTRY = fileURLToPath(new URL('../bootstrap.ts', import.meta.url));

/** What the library's Portuguese lacks, to be offered there, and what it words differently from the site's guide. */
const TRANSLATIONS = ['pt-BR.missing.json', 'pt-BR.json'].map((file) =>
  join(import.meta.dirname, file),
);

/** Grammars of code and maps, which no field has, and languages that no editor reads. */
const UNUSED =
  /^(?:@shikijs\/(?:langs|themes)\/|leaflet|terra-draw)|^\.\.\/locales\/(?!pt-BR)[\w-]+\.json$/;
const NOTHING = '\0nothing';

/** What no setting of the library changes; upstream.md asks for each. */
const EDITS: [found: RegExp, replacement: string][] = [
  // The library marks its list of files as up to date before it has their contents: after a load that was interrupted,
  // forms would go on showing what a colleague has changed since.
  [/\bgit_config_fetched:!0/g, 'git_config_fetched:!1'],
  // The library compares a form with the list that it has read, which a form restored from a backup is not made from:
  // check-entry.ts asks instead. It must know whether this save is the answer.
  [
    /if\(\w+&&!(\w+)\)throw Error\(`save_conflict`/g,
    'globalThis.isOverwriting=$1;if(!1)throw Error(`save_conflict`',
  ],
  // The library deletes the backup of what it has saved. A backup that it made half a second later, while the form still
  // closes, would be offered as unsaved work: deleting one cancels the next. The form that it backs up is where
  // history.ts puts an earlier version.
  [
    /globalThis\.clearTimeout\((\w+)\),(\w+)&&\w+&&\(\1=/g,
    'globalThis.openForm=$2;$&globalThis.backup=',
  ],
  [
    /async\(\w+,\w+=``\)=>\{(?=await \w+\?\.delete\(\[\w+,\w+\]\)\})/g,
    '$&globalThis.clearTimeout(globalThis.backup);',
  ],
  // The library takes the backslashes of a text twice if bold, a link or the like follows, so one of two is lost.
  [
    /\}(let \w+=\w+\((\w+)\.getTextContent\(\)\);\2\.setTextContent\(\w+\))\}(?=function)/g,
    '}else{$1}}',
  ],
  // The library writes one backslash for two, which means none: rich-text.ts takes out those that a text can do without.
  [/\.replace\(\/\\\\\(\[_\\\\\]\)\/g,(?:`\$1`|"\$1")\)/g, ''],
  // In a cell, a pipe or a line break would end the cell, and the library reads “\n” as a line break.
  [
    /\.replace\(\/\\n\/g,(?:`\\\\n`|"\\\\n")\)(?=\.trim\(\))/g,
    '.replace(/\\n+/g,` `).replaceAll(`|`,`&#124;`).replaceAll(`\\\\\\\\`,`&#92;`)',
  ],
];

/** The library's texts in Portuguese. */
const PORTUGUESE = { source: '/@sveltia/cms/locales/pt-BR.json' };

/** The library's font of four thousand icons, each a ligature of the letters of its name. */
const ICON_FONT = /material-symbols-[^/]*\.woff2$/;

/** Of fonts that the bundle has: the page's policy would report each. */
const OTHER_HOST = { source: 'url(https://cdn.jsdelivr.net/' };

function readJson(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

const MANIFEST = String(findPackageJSON('@sveltia/cms', import.meta.url));
const LIBRARY_VERSION = String(readJson(MANIFEST)['version']);

const ICON_WEIGHT = 300;
const LIGATURES = 'abcdefghijklmnopqrstuvwxyz0123456789_';

/** What is used of harfbuzzjs. */
interface HarfBuzz {
  Blob: new (file: Uint8Array) => object;
  Face: new (blob: object) => { collectUnicodes: () => Uint32Array };
  Font: new (face: object) => object;
  Buffer: new () => {
    addText: (text: string) => void;
    guessSegmentProperties: () => void;
    getGlyphInfos: () => { codepoint: number }[];
  };
  shape: (font: object, buffer: object) => void;
}

/** Leaves out weights that the library does not show, and icons whose names are no words in quotes of the code. */
async function slimIcons(font: Buffer, code: string): Promise<Buffer> {
  const whole = await subsetFont(font, undefined, { keepAllGlyphs: true, targetFormat: 'sfnt' });
  // The one that cuts the font. Loaded here, since every build reads this file.
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('subset-font'));
  const harfBuzz = (await import(pathToFileURL(resolve('harfbuzzjs')).href)) as HarfBuzz;
  const face = new harfBuzz.Face(new harfBuzz.Blob(whole));
  const shaper = new harfBuzz.Font(face);
  const shaped = (text: string): string => {
    const buffer = new harfBuzz.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfBuzz.shape(shaper, buffer);
    return String(buffer.getGlyphInfos().map(({ codepoint }) => codepoint));
  };
  const words = new Set(code.match(/(?<=[`'"])[a-z]\w+(?=[`'"])/g));
  const used = new Set(Array.from(words, shaped));
  const symbols = Array.from(String.fromCodePoint(...face.collectUnicodes()));
  const icons = symbols.filter((symbol) => used.has(shaped(symbol))).join('');
  const variationAxes = { wght: ICON_WEIGHT };
  const options = { targetFormat: 'woff2', variationAxes, noLayoutClosure: true } as const;
  return subsetFont(font, LIGATURES + icons, options);
}

/** @throws Error, which stops the build, if the library no longer has one of the places that it changes */
export function adaptLibrary(): Plugin {
  const missing = new Set<{ source: string }>([
    ...EDITS.map(([found]) => found),
    PORTUGUESE,
    OTHER_HOST,
  ]);
  const expectAll = (): void => {
    if (missing.size === 0) return;
    const places = Array.from(missing, ({ source }) => source).join(' and no ');
    throw new Error(
      `Sveltia CMS has changed: it has no ${places}. packages/editor/library/edits.ts says what that was for.`,
    );
  };
  return {
    name: 'adapt-library',
    enforce: 'pre',
    resolveId: (id) => (UNUSED.test(id) ? NOTHING : undefined),
    load(id) {
      if (id === NOTHING) return 'export default [];';
      if (!id.endsWith(PORTUGUESE.source)) return undefined;
      missing.delete(PORTUGUESE);
      const texts = [id, ...TRANSLATIONS].map(readJson);
      return JSON.stringify(texts.reduce((all, more) => mergeConfig(all, more, false)));
    },
    transform: {
      // Whatever its files are called.
      filter: { id: /\/@sveltia\/cms\/.*\.m?js$/ },
      handler: (code) => {
        if (code.includes(OTHER_HOST.source)) missing.delete(OTHER_HOST);
        return EDITS.reduce(
          (edited, [found, replacement]) => {
            if (edited.search(found) !== -1) missing.delete(found);
            return edited.replace(found, replacement);
          },
          code.replaceAll(OTHER_HOST.source, 'none('),
        );
      },
    },
    buildEnd(error) {
      if (!error) expectAll();
    },
    async generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const font = files.find(({ fileName }) => ICON_FONT.test(fileName));
      if (font?.type !== 'asset') {
        missing.add(ICON_FONT);
        expectAll();
        return;
      }
      const code = files.map((file) => (file.type === 'chunk' ? file.code : ''));
      const library = code.filter((text) => text.includes(basename(font.fileName)));
      font.source = await slimIcons(Buffer.from(font.source), library.join('\n'));
    },
  };
}

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
