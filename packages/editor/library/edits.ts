/** Changes the library's code, texts and fonts while it is bundled. */
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { basename, join } from 'node:path';
import { mergeConfig, type Plugin } from 'vite';
import { ICON_FONT, slimIcons } from './icon-font.ts';

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
  // open-form.ts puts an earlier version.
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
  // The library escapes signs, but no mark of a block: a line that says “- a”, “# a” or “1. a” would become one.
  [
    /(\w+)\.hasFormat\((?:`code`|"code")\),[\w,]+,(\w+)=\w+;if\(\w+\|\|\(\2=\w+\?.{9,40}:\2\.replace\(\/\(\[\*_`~\\\\\]\)\/g,.{5,6}\)(?=\))/g,
    '$&,/^(paragraph|listitem|quote|linebreak)$/.test(($1.getPreviousSibling()??$1.getParent())?.getType())&&($2=$2.replace(/^(\\s*\\d{1,9}(?=[.)](?:\\s|$))|\\s*(?=[-+#]+(?:\\s|$)|>|=+\\s*$|\\[[^\\]]*\\]:))/,`$$1\\\\`))',
  ],
  // The library leaves a mark open that ends with a space behind another mark.
  [
    /(?<=return \w+&&!\w+\.hasFormat\((?:`code`|"code")\)\?\w+)(?=\+\w+:\w+\+\w+\+\w+\+\w+\+(\w+)\+\w+\})/g,
    '+$1',
  ],
  // The library reads no bold between a letter and a sign, as in “não**(sim)**”, which the page has.
  [
    /(?<=\w+=\w+\[\w+\+(\w+)\],\[\w+,\w+\]=\w+\?.{11,30};return \w+!==void 0&&!\w+\.test\(\w+\)&&\()/g,
    '$1>1||',
  ],
  // On the page, a plus begins no list, and an empty line ends one.
  [/(?<=\/\^\(\\s\*\)\[-\*)\+(?=\]\\s\/[,;])/g, ''],
  [/(?<=\w+=)\w+\(\w+\)(?=;\w+!==(?:`number`|"number")&&\()/g, '$&.replace(/\\n(?=\\n)|^\\n/g,``)'],
  // “10*20*30” is a product: as its underscores, its asterisks make no italics within a word.
  [/(?<=format:\[(?:`italic`|"italic")\],)(?=tag:(?:`\*`|"\*"))/g, 'intraword:!1,'],
  // The library splits text at LF and CRLF. A textarea gives a lone CR back as LF, which rich-text.ts would take for
  // another's text.
  [/(?=\.split\(\/\(\\r\?\\n\|\\t\)\/\))/g, '.replace(/\\r\\n?/g,`\\n`)'],
  // The library counts the text that it opens as a step, which it cannot undo: after an attempt, nor can it the next one.
  [
    /(?<=(\w+)\.update\(\(\)=>\{try\{[^{}]+\}catch\(\w+\)\{[^{}]+Failed to convert Markdown[^{}]+\{cause:\w+\}\)\)\}\})(?=\))/g,
    ',{tag:$1.getEditorState().isEmpty()?`history-merge`:[]}',
  ],
  // A cell has no blocks, as on the page: a dash there is no list, nor “1. a”, nor is “\n” a line break.
  [
    /(\w+)=\1\.replace\(\/\\\\n\/g,(?:`\n`|"\\n")\);(let \w+=\w+\(\w+\.NO_STATUS\);return \w+\(\1,\w+)/g,
    '$2.filter(({type:e})=>e!==`element`)',
  ],
  // A list or a heading that somebody makes in a cell would be text, a pipe or a line break would end the cell.
  [
    /\.replace\(\/\\n\/g,(?:`\\\\n`|"\\\\n")\)(?=\.trim\(\))/g,
    '.replace(/^ *(?:-|#+|>|\\d+\\.) /gm,``).replace(/\\n+/g,` `).replaceAll(`|`,`&#124;`)',
  ],
];

/** The library's texts in Portuguese. */
const PORTUGUESE = { source: '/@sveltia/cms/locales/pt-BR.json' };

/** Of fonts that the bundle has: the page's policy would report each. */
const OTHER_HOST = { source: 'url(https://cdn.jsdelivr.net/' };

function readJson(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

const MANIFEST = String(findPackageJSON('@sveltia/cms', import.meta.url));
export const LIBRARY_VERSION = String(readJson(MANIFEST)['version']);

/** @throws Error, which stops the build, if the library no longer has one of the places that it changes, or has it twice */
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
      `Sveltia CMS has changed: it has no ${places}, or more than one. packages/editor/library/edits.ts says what that was for.`,
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
            if (edited.match(found)?.length === 1) missing.delete(found);
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
