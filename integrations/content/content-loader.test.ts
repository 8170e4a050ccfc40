/** A build publishes every entry that has a file, or fails. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoaderContext } from 'astro/loaders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentFiles } from './loader.ts';
import { COLLECTIONS } from '../../src/schemas/collections.ts';
import { sharedContentCopy } from '../../tests/unit/support/content-copy.ts';

const content = sharedContentCopy();
const project = mkdtempSync(join(tmpdir(), 'project-'));

beforeAll(() => {
  symlinkSync(content.root, join(project, 'content'));
});
afterAll(() => {
  rmSync(project, { recursive: true });
});

/** Loads the plans as Astro does, and returns the stored ids. */
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
  await contentFiles(COLLECTIONS.plans).load(given as unknown as LoaderContext);
  return [...entries.keys()].sort();
}

const PLAN = 'plans/tecnologia.md';

test('a plan that breaks a rule fails a build, and is only left out on the dev server', async () => {
  expect(await load()).toEqual(['midia-social', 'tecnologia']);
  content.replace(PLAN, 'order: 1', 'order: um');
  await expect(load()).rejects.toThrow(PLAN);
  expect(await load({ watcher: {} })).toEqual(['midia-social']);
});

test('any other error always ends the process', async () => {
  const parseData = () => Promise.reject(new Error('Astro stumbles'));
  await expect(load({ parseData, watcher: {} })).rejects.toThrow('Astro stumbles');
});
