/** VS Code completes and validates content files by the schemas that Astro writes to `.astro`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import astroConfig from '../../astro.config.mjs';
import { COLLECTIONS, type Collection } from '../../src/schemas/collections.ts';

interface Settings {
  'astro.content-intellisense': boolean;
  'json.schemas': { fileMatch: string[]; url: string }[];
}

const settings = JSON.parse(readFileSync('.vscode/settings.json', 'utf8')) as Settings;

test('every JSON file of the content has the schema of its collection', () => {
  const wanted = Object.entries<Collection>(COLLECTIONS).flatMap(([name, { files }]) => {
    if ('folder' in files && files.extension !== 'json') return [];
    const path = 'file' in files ? files.file : `${files.folder}/*.json`;
    return { fileMatch: [`/src/content/${path}`], url: `./.astro/collections/${name}.schema.json` };
  });
  expect(settings['json.schemas']).toEqual(wanted);
});

test('front matter completes, which takes a word from both Astro and its extension', () => {
  expect(settings['astro.content-intellisense']).toBe(true);
  expect(astroConfig.experimental?.contentIntellisense).toBe(true);
});
