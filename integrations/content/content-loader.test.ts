/** A build publishes every entry that has a file, or fails. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoaderContext } from 'astro/loaders';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Collection } from './collection.ts';
import { line } from './fields.ts';
import { contentFiles } from './loader.ts';

const NOTES: Collection = {
  label: 'Notas',
  files: { folder: 'notes', extension: 'json', namedBy: 'title' },
  schema: z.strictObject({ title: line('Título', 'Um título.', 9) }),
  shownOn: [{ path: '/' }],
};
const project = mkdtempSync(join(tmpdir(), 'project-'));
mkdirSync(join(project, 'content/notes'), { recursive: true });
const write = (name: string, data: object) => {
  writeFileSync(join(project, `content/notes/${name}.json`), JSON.stringify(data));
};

afterAll(() => {
  rmSync(project, { recursive: true });
});

/** Loads the notes as Astro does, and returns the stored ids. */
async function load(context: object = {}): Promise<string[]> {
  const entries = new Map<string, unknown>();
  const store = {
    clear: () => {
      entries.clear();
    },
    delete: (id: string) => entries.delete(id),
    has: (id: string) => entries.has(id),
    set: (entry: { id: string }) => entries.set(entry.id, entry),
  };
  const root = pathToFileURL(`${project}/`);
  const config = { root, srcDir: root, base: '/' };
  const parseData = ({ data }: { data: object }) => Promise.resolve(data);
  const given = { config, parseData, store, ...context };
  await contentFiles(NOTES).load(given as unknown as LoaderContext);
  return [...entries.keys()].sort();
}

test('an entry that breaks a rule fails a build, and is only left out on the dev server', async () => {
  write('a', { title: 'A' });
  write('b', { title: 'B' });
  expect(await load()).toEqual(['a', 'b']);
  write('b', { title: 1 });
  await expect(load()).rejects.toThrow('notes/b.json');
  expect(await load({ watcher: {} })).toEqual(['a']);
});

test('any other error always ends the process', async () => {
  write('b', { title: 'B' });
  const parseData = () => Promise.reject(new Error('Astro stumbles'));
  await expect(load({ parseData, watcher: {} })).rejects.toThrow('Astro stumbles');
});
