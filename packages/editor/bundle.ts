/** Bundles the editor's script separately from the site's, so that public pages load none of it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { build, mergeConfig, type InlineConfig, type Plugin } from 'vite';
import { previewConfig, type PreviewedSite } from './preview/vite-plugin.ts';

const ENTRY = fileURLToPath(new URL('bootstrap.ts', import.meta.url));

/** What the library's Portuguese lacks, to be offered there, and what it words differently from the site's guide. */
const TRANSLATIONS = ['pt-BR.missing.json', 'pt-BR.json'].map((file) =>
  join(import.meta.dirname, file),
);

/** Grammars of code and maps, which no field has, and languages that no editor reads. */
const UNUSED =
  /^(?:@shikijs\/(?:langs|themes)\/|leaflet|terra-draw)|^\.\.\/locales\/(?!pt-BR)[\w-]+\.json$/;
const NOTHING = '\0nothing';

/** The library's font of four thousand icons, each a ligature of the letters of its name. */
const ICON_FONT =
  /new URL\(`(assets\/(material-symbols-[^`]*)-[^`-]*\.woff2)`,import\.meta\.url\)\.href/;

/** What no setting of the library changes. */
const EDITS: [found: RegExp, replacement: string][] = [
  // React's renderer, which only a preview needs, would load beside the list.
  [/(\(`react-dom`\).{0,200}=\(\)=>\{)\w+\(\)\.catch\(\(\)=>\{\}\)/g, '$1'],
  // What slimIcons leaves out.
  [ICON_FONT, '$&'],
  // Fonts of another host, which the bundle contains.
  [/@font-face \{[^}]*https:\/\/cdn\.jsdelivr\.net\/[^}]*\}/g, ''],
  // The library marks its list of files as up to date before it has their contents: after a load that was interrupted,
  // forms would go on showing what a colleague has changed since.
  [/\bgit_config_fetched:!0/g, 'git_config_fetched:!1'],
  // A Mac takes the accents of a file's name apart, but no text names a picture so.
  [
    /\.map=new Map\((\w+)\.map\((\w+)=>\[\2\.path,\2\]\)/g,
    '.map=new Map($1.flatMap($2=>[[$2.path,$2],[$2.path.normalize(),$2]])',
  ],
  // A year at the start of a line is no list: the library would number the next line with the next year.
  [/\(\\d\{1,\}\)\\\.\\s/g, String.raw`(\d{1,3})\.\s`],
  // The library compares a form with the list that it has read, which a form restored from a backup is not made from:
  // check-entry.ts asks instead. It must know whether this save is the answer.
  [
    /if\(\w+&&!(\w+)\)throw Error\(`save_conflict`/g,
    'globalThis.isOverwriting=$1;if(!1)throw Error(`save_conflict`',
  ],
  // The library deletes the backup of what it has saved. A backup that it made half a second later, while the form still
  // closes, would be offered as unsaved work: deleting one cancels the next.
  [/globalThis\.clearTimeout\((\w+)\),\w+&&\w+&&\(\1=/g, '$&globalThis.backup='],
  [
    /async\(\w+,\w+=``\)=>\{(?=await \w+\?\.delete\(\[\w+,\w+\]\)\})/g,
    '$&globalThis.clearTimeout(globalThis.backup);',
  ],
  // An item without a position comes last, as on the page: the library takes nothing for zero.
  [/(key:\w+\}\);return Number)\((\w+)\?\?0\)/g, '$1($2||1e9)'],
];

/** @throws Error if the library no longer has one of the places */
export function editLibrary(code: string): string {
  return EDITS.reduce((edited, [found, replacement]) => {
    if (edited.search(found) === -1) {
      throw new Error(
        `Sveltia CMS has changed: it has no ${found.source}. EDITS in packages/editor/bundle.ts says what that was for.`,
      );
    }
    return edited.replace(found, replacement);
  }, code);
}

function readJson(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

const ICON_WEIGHT = 300;
const LIGATURES = 'abcdefghijklmnopqrstuvwxyz0123456789_';

/** What is used of harfbuzzjs, which has no types. */
interface HarfBuzz {
  createBlob: (file: Uint8Array) => object;
  createFace: (blob: object) => { collectUnicodes: () => Uint32Array };
  createFont: (face: object) => object;
  createBuffer: () => {
    addText: (text: string) => void;
    guessSegmentProperties: () => void;
    json: () => { g: number }[];
    destroy: () => void;
  };
  shape: (font: object, buffer: object) => void;
}

/** Leaves out weights that the library does not show, and icons whose names are no words in quotes of its code. */
async function slimIcons(font: Buffer, code: string): Promise<Buffer> {
  const whole = await subsetFont(font, undefined, { keepAllGlyphs: true, targetFormat: 'sfnt' });
  // A promise, which `import` would mistake for a module. Loaded here, since every build reads this file.
  const harfBuzz = createRequire(import.meta.url)('harfbuzzjs') as Promise<HarfBuzz>;
  const { createBlob, createFace, createFont, createBuffer, shape } = await harfBuzz;
  const face = createFace(createBlob(whole));
  const shaper = createFont(face);
  const shaped = (text: string): string => {
    const buffer = createBuffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(shaper, buffer);
    const glyphs = buffer.json().map(({ g }) => g);
    buffer.destroy();
    return glyphs.join(' ');
  };
  const words = new Set(code.match(/(?<=[`'"])[a-z]\w+(?=[`'"])/g));
  const used = new Set(Array.from(words, shaped));
  const symbols = Array.from(String.fromCodePoint(...face.collectUnicodes()));
  const icons = symbols.filter((symbol) => used.has(shaped(symbol))).join('');
  const variationAxes = { wght: ICON_WEIGHT };
  const options = { targetFormat: 'woff2', variationAxes, noLayoutClosure: true } as const;
  return subsetFont(font, LIGATURES + icons, options);
}

const adaptLibrary: Plugin = {
  name: 'adapt-library',
  enforce: 'pre',
  resolveId: (id) => (UNUSED.test(id) ? NOTHING : undefined),
  load(id) {
    if (id === NOTHING) return 'export default [];';
    if (!id.endsWith('/@sveltia/cms/locales/pt-BR.json')) return undefined;
    const texts = [id, ...TRANSLATIONS].map(readJson);
    return JSON.stringify(texts.reduce((all, more) => mergeConfig(all, more, false)));
  },
  transform: {
    filter: { id: /\/@sveltia\/cms\/npm\/index\.js$/ },
    async handler(code, id) {
      const edited = editLibrary(code);
      const [url = '', file = '', name] = ICON_FONT.exec(edited) ?? [];
      const source = await slimIcons(readFileSync(join(dirname(id), file)), code);
      const font = this.emitFile({ type: 'asset', name: `${name}.woff2`, source });
      return edited.replace(url, `import.meta.ROLLUP_FILE_URL_${font}`);
    },
  },
};

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
    plugins: [adaptLibrary],
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
        output: { entryFileNames: 'editor.js' },
      },
    },
  };
  await build(mergeConfig(config, previewConfig(site)));
}
