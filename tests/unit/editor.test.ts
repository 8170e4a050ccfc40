/** The content editor has a field for each schema field, and accepts what the content check accepts. */
import type { EntryCollection } from '@sveltia/cms';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { linkTargets } from '../content/check.ts';
import { checkReferences } from '../content/references.ts';
import { readEntry } from '../content/entry.ts';
import { filesOf } from '../content/folder.ts';
import { schemaFields, setValue, textsIn } from '../content/schema-fields.ts';
import { repairEntry } from './check-entry.ts';
import { editorConfig } from './config.ts';
import { BESIDE_THE_FILE, editorFields } from './fields.ts';
import { formatOf } from './file-formats.ts';
import { editorPage, editorPolicy } from './page.ts';
import { idOf, type Collection } from '../content/collection.ts';
import { COLLECTIONS, SITE_CONTENT } from '../../src/schemas/collections.ts';
import { imagePath } from '../content/image.ts';
import { anyText } from '../../tests/support/any-text.ts';
import { FROZEN_CONTENT } from '../../tests/support/frozen-content.ts';

const SITE = ['https://www.empresadeverdade.com.br', '/site'] as const;
const REPOSITORY = { repo: 'empresa/site', branch: 'main' };
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

describe('a field', () => {
  const MEANING = { title: 'Rótulo', description: 'Dica' };
  const GROUP = { a: z.string().meta(MEANING), b: z.boolean().meta(MEANING) };
  const editorField = (schema: z.ZodType) =>
    editorFields(z.object({ x: schema }), BESIDE_THE_FILE)[0];

  test.each([
    ['string', z.string().min(2).max(9), { minlength: 2, maxlength: 9 }],
    ['text', z.string().meta({ multiline: true }).max(9), { maxlength: 9 }],
    ['string', z.string().meta(MEANING).optional(), { required: false }],
    ['datetime', z.string().check(z.iso.date()), { type: 'date' }],
    ['number', z.int().min(1).max(5), { value_type: 'int', min: 1, max: 5 }],
    ['boolean', z.boolean(), { required: false, default: false }],
    ['image', imagePath(), { media_folder: '', public_folder: '.' }],
    ['select', z.enum(['a', 'b']), { options: [{ label: 'a', value: 'a' }, { value: 'b' }] }],
    ['select', z.literal([0, 0.1]), { options: [{ label: '0', value: 0 }, { value: 0.1 }] }],
    ['list', z.array(z.string().meta(MEANING)).length(4), { min: 4, max: 4 }],
    ['list', z.array(z.object(GROUP)), { fields: [{ name: 'a' }, { name: 'b' }] }],
    ['object', z.object(GROUP), { fields: [{ name: 'a' }, { name: 'b' }] }],
  ])('becomes the widget %s, with the bounds of its schema', (widget, schema, expected) => {
    const common = { name: 'x', label: 'Rótulo', hint: 'Dica', required: true, widget };
    const field = editorField(schema.meta({ ...schema.meta(), ...MEANING }));
    expect(field).toMatchObject({ ...common, ...expected });
  });

  test.each([
    ['without label or hint', z.string(), 'no title or description'],
    ['of a kind that the editor cannot edit', z.number().meta(MEANING), 'no field for "x"'],
  ])('%s stops the build', (_title, schema, message) => {
    expect(() => editorField(schema)).toThrow(message);
  });
});

test.each([
  [{}, { auth_methods: ['token'] }],
  [{ authUrl: 'https://auth.empresa.com.br' }, { base_url: 'https://auth.empresa.com.br' }],
])('with %j, editors can sign in', (signIn, expected) => {
  const { backend } = editorConfig({}, { ...REPOSITORY, ...signIn }, ...SITE);
  expect(backend).toEqual({ name: 'github', ...REPOSITORY, ...expected });
});

type Data = Record<string, unknown>;

interface Entry {
  file: string;
  collection: Collection;
  data: Data;
}

/** The first entry of each collection, as the editor reads it. */
const ENTRIES = Object.values<Collection>(COLLECTIONS).map((collection): Entry => {
  const [file = ''] = filesOf(FROZEN_CONTENT, collection);
  const text = readFileSync(join(FROZEN_CONTENT, file), 'utf8');
  return { file, collection, data: formatOf(file).fromFile(text) };
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
async function passesCheck({ file, collection }: Entry, text: string): Promise<boolean> {
  const entry = readEntry(collection, idOf(file), text);
  const checkImage = () => Promise.resolve(undefined);
  const references = await checkReferences(entry, collection, { targets, checkImage });
  return entry.issues.length + references.length === 0;
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
        if ((await passesCheck(tried, text)) !== isAccepted) {
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
        if (saved !== undefined) expect(await passesCheck(tried, saved)).toBe(true);
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

describe('the page', () => {
  test('is hidden from search engines, and contains no text that could end its script element', () => {
    const html = editorPage({ ...config, app_title: '</script><b>' }, targets, '/site/admin');
    expect(html).toContain('<meta name="robots" content="noindex, nofollow" />');
    expect(html).toContain('src="/site/admin/editor.js"');
    expect(html).toContain(editorPolicy(config));
    expect(html).not.toContain('</script><b>');
  });

  test('lets the editor talk to GitHub and to no CDN', () => {
    const hosts = 'https://api.github.com https://avatars.githubusercontent.com';
    const directives = editorPolicy({}).split('; ');
    expect(directives).toContain(`connect-src 'self' blob: data: ${hosts}`);
    expect(directives).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(directives.filter((it) => it.replace(hosts, '').includes('https:'))).toEqual([]);
  });
});
