/** The content editor has a field for each schema field, and accepts what the content check accepts. */
import type { EntryCollection } from '@sveltia/cms';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linkTargets } from '@site/content/link-targets';
import { checkLinks } from '@site/content/links';
import { readEntry } from '@site/content/entry';
import { filesOf } from '@site/content/folder';
import { schemaFields, setValue, textsIn } from '@site/content/schema-fields';
import { Branch } from './branch.ts';
import { repairEntry } from './check-entry.ts';
import { editorConfig } from './config.ts';
import { formatOf } from '@site/content/file-formats';
import { idOf, type Collection } from '@site/content/collection';
import { COLLECTIONS, FROZEN_CONTENT, SITE_CONTENT } from '@site/test-support/frozen-content';
import { anyText } from '@site/test-support/any-text';

const SITE = ['https://www.empresadeverdade.com.br', '/site'] as const;
const REPOSITORY = { repo: 'empresa/site', branch: 'main', contentFolder: 'src/content' };
const config = editorConfig(COLLECTIONS, REPOSITORY, ...SITE);
const { collections = [], singletons = [] } = config;
const targets = linkTargets(SITE_CONTENT, FROZEN_CONTENT);

test.each(Object.entries<Collection>(COLLECTIONS))(
  '%s has a field for every field of its schema and no other, with its label and its hint',
  (name, collection) => {
    const fields = schemaFields(collection.schema).filter(({ path }) => path.length === 1);
    const body = collection.body ? [{ path: ['body'], ...collection.body }] : [];
    const expected = [...fields, ...body];
    const editable = [...collections, ...singletons].find((it) => 'name' in it && it.name === name);
    expect((editable as EntryCollection).fields).toMatchObject(
      expected.map(({ path: [name], title, description }) => ({
        name,
        label: title,
        hint: description,
      })),
    );
  },
);

test('entries link to their pages, and can be added, copied and deleted', () => {
  const lists = [...collections, ...singletons].map((it) => ['name' in it && it.name, it]);
  const entries = { create: true, duplicate: true, delete: true };
  expect(Object.fromEntries(lists)).toMatchObject({
    plans: { preview_path: '/site/planos/{{slug}}', ...entries },
    services: { preview_path: '/site/#serviços', ...entries, limit: 6 },
    values: { preview_path: '/site/#sobre-nós', ...entries, limit: 6 },
    clients: { preview_path: '/site/#clientes', ...entries, limit: 12 },
    textPages: { preview_path: '/site/{{slug}}', ...entries },
    company: { preview_path: '/site/#contato' },
    planList: { preview_path: '/site/planos' },
    planPage: { preview_path: '/site/planos' },
    notFound: { preview_path: '/site/404' },
  });
});

test('the branch has the entries that the check has; one that is not UTF-8, whose text GitHub does not show, keeps nobody from saving', async () => {
  const names = ['a.json', 'README.json', '.a.json', 'ajson', 'a.json.bak'];
  const entries = names.map((name) => ({ name, object: { text: null } }));
  const answer = { data: { repository: { clients: { entries } } } };
  const branch = new Branch(() => Promise.resolve(Response.json(answer)), config, COLLECTIONS);
  branch.observe('https://api.github.com/graphql', { method: 'POST' });
  expect((await branch.files())?.map(({ path }) => path)).toEqual(['src/content/clients/a.json']);
  expect(branch.read('src/content/clients/velhos/a.json', '')).toBeUndefined();
});

type Data = Record<string, unknown>;

interface Entry {
  file: string;
  collection: Collection;
  data: Data;
}

/** The first entry of each collection that has one, as the editor reads it. */
const ENTRIES = Object.values<Collection>(COLLECTIONS).flatMap((collection): Entry[] => {
  const [file] = filesOf(FROZEN_CONTENT, collection);
  if (file === undefined) return [];
  const text = readFileSync(join(FROZEN_CONTENT, file), 'utf8');
  return [{ file, collection, data: formatOf(file).fromFile(text) }];
});
const [PLAN] = ENTRIES as [Entry];

function withValue(entry: Entry, path: string[], value: unknown): Entry {
  const data = structuredClone(entry.data);
  setValue(data, path, value);
  return { ...entry, data };
}

/** Each try reads all texts again. */
function withShortTexts(entry: Entry): Entry {
  const data = structuredClone(entry.data);
  for (const [path, text] of textsIn(data)) setValue(data, path, text.slice(0, 60));
  return { ...entry, data };
}

/** What the editor would write after its repairs; undefined if it refuses the entry. */
async function savedText({ file, data, collection }: Entry): Promise<string | undefined> {
  const repaired = await repairEntry(collection, file, data, () => targets).catch(() => undefined);
  if (!repaired) return undefined;
  const saved = structuredClone(data);
  for (const [path, text] of repaired) setValue(saved, path, text);
  return formatOf(file).toFile(saved);
}

/** The paths of all values in nested data, with one item for each list. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined);
  return [path, ...entries.flatMap(([key, it]) => pathsIn(it, [...path, key]))];
}

/** Values that break a rule of some field, need a repair, or look like something else in a file. */
const TRIES: unknown[] = [
  ...[
    '',
    ' ',
    'x',
    'x'.repeat(50),
    'x'.repeat(5_000),
    '\u200D',
    '\u202A(49)\u00A090000-0000\u202C',
  ],
  ...['**x**', '**x', '• x', '<b>x</b>', '[x](/planos)', '[x](/nada)', '| a | b |\n|---|---|'],
  ...['a@b.example', '88500-000', '12.345.678/0001-90', './x.svg', 'SC', '{plano}'],
  ...['2026-12-24', 'true', 'a: b', 'a #b', '&a', '"', 'a\nb'],
  ...[0, 1.5, true, false, null, undefined, [], ['x'], {}],
];

/** True if the check accepts a file. Only the check on disk opens its images. */
function passesCheck({ file, collection }: Entry, text: string): boolean {
  const entry = readEntry(collection, idOf(file), text);
  return entry.issues.length + checkLinks(entry, collection, targets).length === 0;
}

describe('editor and check accept the same entries', () => {
  test.each(ENTRIES)('in $file, for every rule of every field', async (entry) => {
    const disagreements: string[] = [];
    const verdicts = new Set<boolean>();
    const brief = withShortTexts(entry);
    for (const path of pathsIn(brief.data).slice(1)) {
      for (const value of TRIES) {
        const tried = withValue(brief, path, value);
        const saved = await savedText(tried);
        const isAccepted = saved !== undefined;
        verdicts.add(isAccepted);
        // The editor's text fields can only hold strings.
        if (!isAccepted && typeof value !== 'string') continue;
        const text = saved ?? formatOf(entry.file).toFile(tried.data);
        if (passesCheck(tried, text) !== isAccepted) {
          disagreements.push(`${path.join('.')}: ${JSON.stringify(value)}`);
        }
      }
    }
    expect(disagreements).toEqual([]);
    expect([...verdicts].sort()).toEqual([false, true]);
  });

  test('for any text', async () => {
    const paths = fc.constantFrom('list.price', 'detail.longFeatures.2', 'body');
    const text = anyText(50);
    await fc.assert(
      fc.asyncProperty(paths, text, async (path, value) => {
        const tried = withValue(withShortTexts(PLAN), path.split('.'), value);
        const saved = await savedText(tried);
        if (saved !== undefined) expect(passesCheck(tried, saved)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  test('a link to a deleted heading is refused', async () => {
    const { file, data, collection } = withValue(PLAN, ['body'], '[x](#texto-1)');
    const saving = repairEntry(collection, file, data, () => targets);
    await expect(saving).rejects.toThrow('uma parte que a página');
  });

  test('an untouched entry is saved unchanged', async () => {
    for (const entry of ENTRIES) {
      const before = readFileSync(join(FROZEN_CONTENT, entry.file), 'utf8');
      expect((await savedText(entry))?.trim()).toBe(before.trim());
    }
  });
});
