/** The content editor has a field for each schema field, and accepts what the content check accepts. */
import type { EntryCollection } from '@sveltia/cms';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEntry } from '@site/content/entry';
import { decodePicture, filesOf } from '@site/content/folder';
import { schemaFields, setValue, valueAt } from '@site/content/schema-fields';
import { Branch } from './branch.ts';
import { repairEntry } from './check-entry.ts';
import { editorConfig } from './config.ts';
import { fitsForm } from './history.ts';
import { formatOf } from '@site/content/file-formats';
import { idOf, type Collection } from '@site/content/collection';
import { COLLECTIONS, FROZEN_CONTENT, SITE_CONTENT } from '@site/test-support/frozen-content';

const SITE = ['https://www.empresadeverdade.com.br', '/site'] as const;
const REPOSITORY = { repo: 'empresa/site', branch: 'main', contentFolder: 'src/content' };
const config = editorConfig(COLLECTIONS, REPOSITORY, ...SITE);
const { collections = [], singletons = [] } = config;

test.each(Object.entries<Collection>(COLLECTIONS))(
  '%s has a field for every field of its schema and no other, with its label and its hint',
  (name, collection) => {
    const fields = schemaFields(collection.schema).filter(({ path }) => path.length === 1);
    const body = collection.body ? [{ path: ['body'], ...collection.body }] : [];
    const expected = [...fields, ...body];
    const editable = [...collections, ...singletons].find((it) => 'name' in it && it.name === name);
    const { fields: all } = editable as EntryCollection;
    expect(all.filter(({ widget }) => widget !== 'hidden')).toMatchObject(
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
    textPages: { preview_path: '/site/{{slug}}', ...entries },
    planPage: { preview_path: '/site/planos' },
    notFound: { preview_path: '/site/404' },
  });
});

test.each([
  ['is not UTF-8, and which GitHub does not show', { text: null, isTruncated: false }],
  ['GitHub shows in part', { text: '{ "alt": "P', isTruncated: true }],
])(
  'the branch has the entries that the check has, also one whose text %s',
  async (_title, shown) => {
    const names = ['a.json', 'README.json', '.a.json', 'ajson', 'a.json.bak'];
    const inFolder = (folder: string) => ({
      path: folder,
      type: 'tree',
      object: {
        entries: names.map((oid) => ({ path: `src/content/${folder}/${oid}`, type: 'blob', oid })),
      },
    });
    const entries = ['clients', 'clients/velhos'].map(inFolder);
    const answer = { data: { repository: { c0: { entries }, b0: shown } } };
    const latin = Buffer.from('{ "alt": "Pão" }', 'latin1');
    const send = (url: unknown) =>
      Promise.resolve(
        String(url).endsWith('/git/blobs/a.json') ? new Response(latin) : Response.json(answer),
      );
    const branch = new Branch(send, config, SITE_CONTENT, { publicFiles: [], decodePicture });
    const { files } = await branch.contentOf(await branch.filesAt(), () => false);
    const read = Array.from(files).filter(([, entry]) => entry);
    expect(read.map(([file, entry]) => [file, entry?.fields])).toEqual([
      ['clients/a.json', { alt: 'Pão' }],
    ]);
    expect(files.has('clients/velhos/ajson')).toBe(true);
  },
);

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

/** What the editor would write after its repairs. */
function savedText({ file, data, collection }: Entry): string {
  const saved = structuredClone(data);
  for (const [path, text] of repairEntry(collection, file, data)) setValue(saved, path, text);
  return formatOf(file).toFile(saved);
}

describe('the check accepts what the editor writes', () => {
  test('for what the editor repairs', () => {
    const [company = PLAN] = ENTRIES.filter(({ file }) => file === 'company.json');
    for (const [entry, path, value] of [
      [company, 'phones.0.number', '\u202A49 900000000'],
      [company, 'address.postalCode', '88.500000'],
      [company, 'address.map', 'HTTP://maps.app/a?b'],
      [company, 'email', 'con tato@x.com.br'],
      [PLAN, 'list.price', '• R&amp;D:  R$ 99'],
      [PLAN, 'body', '• x\n+ de 500'],
    ] as const) {
      const tried = withValue(entry, path.split('.'), value);
      const saved = savedText(tried);
      expect(saved).not.toContain(value);
      const { issues } = readEntry(entry.collection, idOf(entry.file), saved);
      expect(issues, path).toEqual([]);
    }
  });

  test('an untouched entry is saved unchanged, its fields in the order of the form', () => {
    const order = (fields: unknown): string =>
      JSON.stringify(fields, (_name, value: unknown) => (typeof value === 'object' ? value : ''));
    for (const entry of ENTRIES) {
      const before = readFileSync(join(FROZEN_CONTENT, entry.file), 'utf8');
      expect(savedText(entry).trim()).toBe(before.trim());
      const { fields, data } = readEntry(entry.collection, idOf(entry.file), before);
      expect(order(fields), entry.file).toBe(order(data));
    }
  });
});

test('a version comes into the form only if each of its values is one that its field can show', () => {
  const kindOf = (value: unknown): string =>
    Array.isArray(value) ? `list of ${kindOf(value[0])}` : typeof value;
  const places = ENTRIES.flatMap((entry) =>
    schemaFields(entry.collection.schema).map(({ path }) => {
      const value = valueAt(entry.data, path);
      // Choices and numbers are texts, too, but not all texts are theirs.
      const [own = kindOf(value)] = /icon|state|delay|order/.exec(String(path.at(-1))) ?? [];
      return { entry, path, value, own };
    }),
  ).filter(({ value }) => value !== undefined);
  const place = fc.constantFrom(...places);
  const isRight = fc.property(place, place, ({ entry, path, own }, other) => {
    const { collection, data } = withValue(entry, path, other.value);
    expect(fitsForm(collection, data)).toBe([other.own, kindOf(other.value)].includes(own));
  });
  fc.assert(isRight, { numRuns: 1000 });
});
