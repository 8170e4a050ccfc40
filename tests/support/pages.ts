import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attributeOf, elementsOf, type Element } from '@site/html/elements';
import { TEST_BUILDS } from './builds.ts';

export const BUILD = TEST_BUILDS.configured;
export const SITE_URL = BUILD.environment.SITE_URL;

/** The text of a file of the configured build. */
export const read = (file: string): string => readFileSync(join(BUILD.folder, file), 'utf8');

export interface BuiltPage {
  /** Relative to the built folder, such as `planos/tecnologia.html`. */
  file: string;
  html: string;
  elements: Element[];
}

/** Every page of a built site, except the editor's, those of `public` and redirects. */
export function builtPages(folder: string): BuiltPage[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && !file.startsWith('admin'))
    .filter((file) => !existsSync(join('public', file)))
    .map((file) => {
      const html = readFileSync(join(folder, file), 'utf8');
      return { file, html, elements: elementsOf(html) };
    })
    .filter(({ html }) => !html.includes('http-equiv="refresh"'));
}

/** `content` or `href` of each element with this attribute, such as `rel="icon"`. */
export function contentsOf({ elements }: BuiltPage, attribute: string, value: string) {
  return elements
    .filter((element) => attributeOf(element, attribute) === value)
    .map((element) => attributeOf(element, 'content') ?? attributeOf(element, 'href'));
}

/** Entries of a file: the pattern's second group by its first. */
export function pairsIn(text: string, pattern: RegExp): Record<string, string> {
  const pairs = Array.from(text.matchAll(pattern), ([, name, value]) => [name, value] as const);
  return Object.fromEntries(pairs) as Record<string, string>;
}
