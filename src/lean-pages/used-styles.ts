/** Leaves each page the styles that it uses: Astro gives every page those of the whole site. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PurgeCSS } from 'purgecss';
import { allowInPolicy } from './policy.ts';

const STYLE_ELEMENT = /<style[^>]*>(.*?)<\/style>/gs;

/** Attributes that styles never ask for, and that differ from page to page: see `fromCache`. */
const IRRELEVANT_ATTRIBUTE =
  /^(?:href|src|srcset|alt|content|props|opts|uid|title|d|value|placeholder|(?:component|renderer)-url)$/;

/** Whatever may be a class or a token. */
const WORD = /[\w:[\]./-]+/g;

/** A word of a script may begin like a token, and go on like no name: `--t[n`. */
const TOKEN = /^--[\w-]+$/;

/** Tags, attributes and their values: all that a selector can name. */
function markupNames(html: string): string[] {
  const names = new Set<string>();
  for (const [, tag = '', attributes = ''] of html.matchAll(
    /<([a-z][\w-]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)/gi,
  )) {
    names.add(tag);
    for (const [, name = '', value = ''] of attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)) {
      if (IRRELEVANT_ATTRIBUTE.test(name)) continue;
      names.add(name);
      for (const word of value.split(/\s+/)) names.add(word);
    }
  }
  return [...names].sort();
}

/** Tokens that a style sheet asks of the page. */
const tokenNames = (css: string): string[] =>
  [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);

/**
 * All words of a script and of those that it imports, any of which may be a class, and the tokens of
 * the style sheets that it brings.
 */
function scriptWords(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  const imports = [...code.matchAll(/(?:from|import)\s*["'`](\.[^"'`]+)["'`]/g)];
  const sheets = code.match(/[\w.-]+\.css(?=["'`])/g) ?? [];
  return [
    ...(code.match(WORD) ?? []),
    ...sheets.flatMap((name) => tokenNames(readFileSync(join(dirname(file), name), 'utf8'))),
    ...imports.flatMap(([, path = '']) => scriptWords(join(dirname(file), path), seen)),
  ];
}

/** Words by script: all pages have the same few. */
const wordsOf = new Map<string, string[]>();

/** @param folder of the built scripts */
function islandWords(html: string, folder: string): string[] {
  const urls = [...html.matchAll(/ component-url="([^"]+)"/g)].map(([, url = '']) => url);
  return urls.flatMap((url) => {
    const file = join(folder, basename(url));
    const words = wordsOf.get(file) ?? [...new Set(scriptWords(file))];
    wordsOf.set(file, words);
    return words;
  });
}

/** Pages of one template have the same names in their markup, so thousands of plans cost little. */
const fromCache = new Map<string, Promise<string>>();

/** Adds the tokens that these stand for. */
function withReferences(tokens: string[], css: string): string[] {
  const found = new Set(tokens);
  // A set goes on to what is added to it meanwhile.
  for (const token of found) {
    for (const [, value = ''] of css.matchAll(new RegExp(`${token}:([^;}]*)`, 'g'))) {
      for (const name of tokenNames(value)) found.add(name);
    }
  }
  return [...found];
}

/** @param tokens that markup and scripts ask for */
async function purge(css: string, names: string[], tokens: string[]): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: names.join('\n'), extension: 'txt' }],
    css: [{ raw: css }],
    defaultExtractor: (text) => text.split('\n'),
    keyframes: true,
    variables: true,
    // States that no markup shows.
    safelist: {
      standard: [':focus-visible', '::selection'],
      variables: withReferences(tokens, css),
    },
    dynamicAttributes: [
      'aria-current',
      'aria-invalid',
      'data-enters',
      'data-top',
      'data-type',
      'disabled',
      'hidden',
    ],
  });
  return result?.css ?? css;
}

/**
 * @param html of a built page
 * @param scriptFolder where the built scripts lie
 * @returns the page with one `<style>` of what it uses, or may use once its islands are at work
 */
export async function withUsedStyles(html: string, scriptFolder: string): Promise<string> {
  const css = [...html.matchAll(STYLE_ELEMENT)].map(([, text = '']) => text).join('');
  const bare = html.replace(STYLE_ELEMENT, '');
  const scriptNames = islandWords(bare, scriptFolder);
  const names = [...new Set([...markupNames(bare), ...scriptNames])];

  const tokens = [...new Set([...tokenNames(bare), ...names.filter((name) => TOKEN.test(name))])];

  const key = JSON.stringify([css, names, tokens]);
  const used = fromCache.get(key) ?? purge(css, names, tokens);
  fromCache.set(key, used);
  const style = await used;
  const page = bare.replace('</head>', () => `<style>${style}</style></head>`);
  return allowInPolicy(page, 'style-src', style);
}
