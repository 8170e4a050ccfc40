/** The content editor offers what the schemas ask for, and accepts what the content check accepts. */
import type { Field } from '@sveltia/cms';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeSite } from '../../src/content-check/check.ts';
import { checkEntry } from '../../src/content-check/entry.ts';
import { shapeOf } from '../../src/content-check/schema-fields.ts';
import { filesOf } from '../../src/content-files/files.ts';
import { parseJsonFile, parseMarkdownFile } from '../../src/content-files/parse.ts';
import { editorBackend, localBackend } from '../../src/editor/backend.ts';
import { repairEntry } from '../../src/editor/check-entry.ts';
import { editorConfig } from '../../src/editor/config.ts';
import { fieldOf } from '../../src/editor/fields.ts';
import { FILE_FORMATS } from '../../src/editor/file-formats.ts';
import { editorPage, editorPolicy } from '../../src/editor/page.ts';
import { readEnvironment } from '../../src/lib/environment.ts';
import { COLLECTIONS, idOf, type Collection } from '../../src/schemas/collections.ts';
import { imagePath } from '../../src/schemas/image.ts';
import { FROZEN_CONTENT } from '../support/frozen-content.ts';

const SITE_URL = 'https://www.empresadeverdade.com.br';
const config = editorConfig({ name: 'test-repo' }, { SITE_URL, CMS_PUBLISH_MODE: 'drafts' });
const site = describeSite(FROZEN_CONTENT);

type AnyField = Field & { fields?: Field[]; pattern?: [string, string] };

function placeOf(name: string) {
  const places = [...(config.collections ?? []), ...(config.singletons ?? [])];
  const place = places.find((it) => 'name' in it && it.name === name);
  if (!place || !('fields' in place)) throw new Error(`The editor does not know "${name}".`);
  return place;
}

describe.each(Object.entries<Collection>(COLLECTIONS))('%s', (name, collection) => {
  test('has a field for every field of its schema and no other, with its label and its hint', () => {
    const shape = shapeOf(collection.schema(imagePath) as z.ZodObject);
    const wordings = Object.entries(shape).map(([key, field]) => ({ key, ...field.meta() }));
    const body = collection.body ? [{ key: 'body', ...collection.body }] : [];
    // The list of entries sets their order.
    const asked = [...wordings, ...body].filter(({ key }) => key !== 'order');
    expect(placeOf(name).fields).toMatchObject(
      asked.map(({ key, title, description }) => ({ name: key, label: title, hint: description })),
    );
  });

  test('lets entries be added and deleted only where their number is free', () => {
    const place = placeOf(name);
    if (!('folder' in place)) return;
    const [fewest, most] = collection.count ?? [];
    const isFree = fewest === undefined || fewest !== most;
    const isRemovable = isFree && collection.requiredIds === undefined;
    expect([place.create, place.delete, place.duplicate]).toEqual([isFree, isRemovable, isFree]);
    expect(place.limit).toBe(isFree ? most : undefined);
  });
});

test('every entry leads to its page, also where the site lives below a path', () => {
  const { collections, singletons } = editorConfig(
    { name: 'test-repo' },
    { SITE_URL, SITE_BASE: '/site', CMS_PUBLISH_MODE: 'drafts' },
  );
  const places = [...(collections ?? []), ...(singletons ?? [])] as { preview_path?: string }[];
  expect(places.map((place) => place.preview_path)).toEqual([
    '/site/planos/{{slug}}',
    '/site/planos/{{slug}}',
    '/site/#serviços',
    '/site/#sobre-nós',
    '/site/#clientes',
    '/site/#contato',
    '/site/',
    '/site/',
    '/site/#contato',
    '/site/planos',
    '/site/planos/tecnologia',
    '/site/404',
  ]);
});

test('every plan but those that must stay can be deleted, in a list of its own', () => {
  const place = placeOf('plans-removable') as { delete?: boolean; filter?: { pattern?: string } };
  const pattern = new RegExp(place.filter?.pattern ?? '');
  expect(place.delete).toBe(true);
  expect(['tecnologia', 'midia-social', 'tecnologia-2'].filter((id) => pattern.test(id))).toEqual([
    'tecnologia-2',
  ]);
});

describe('a field', () => {
  const MEANING = { title: 'Rótulo', description: 'Dica' };
  const GROUP = { a: z.string().meta(MEANING), b: z.int().meta(MEANING) };
  const asOptions = (values: unknown[]) => values.map((value) => ({ label: String(value), value }));
  const PATTERN = [expect.stringContaining('\\d+'), 'só algarismos'];

  test.each([
    ['string', z.string().min(2).max(9), { minlength: 2, maxlength: 9 }],
    ['string', z.string().regex(/^\d+$/, 'só algarismos'), { pattern: PATTERN }],
    ['string', z.string().check(z.email()).max(30), { type: 'email', maxlength: 30 }],
    ['string', z.string().meta(MEANING).optional(), { required: false }],
    ['datetime', z.string().check(z.iso.date()), { type: 'date' }],
    ['number', z.int().min(1).max(5), { value_type: 'int', min: 1, max: 5 }],
    ['boolean', z.boolean(), { required: false, default: false }],
    ['image', imagePath() as z.ZodType, { media_folder: '', public_folder: '.' }],
    ['select', z.enum(['a', 'b']), { options: asOptions(['a', 'b']) }],
    ['select', z.literal('SC'), { default: 'SC' }],
    ['select', z.literal([0, 0.1]), { options: asOptions([0, 0.1]) }],
    ['list', z.array(z.string().meta(MEANING)).length(4), { min: 4, max: 4 }],
    ['list', z.array(z.object(GROUP)), { fields: [{ name: 'a' }, { name: 'b' }] }],
    ['object', z.object(GROUP), { fields: [{ name: 'a' }, { name: 'b' }] }],
  ])('becomes the widget %s, with the bounds of its schema', (widget, schema, expected) => {
    const common = { name: 'x', label: 'Rótulo', hint: 'Dica', required: true, widget };
    const field = fieldOf('x', (schema as z.ZodType).meta(MEANING));
    expect(field).toMatchObject({ ...common, ...expected });
  });

  test.each([
    ['without label or hint', z.string(), 'no title or description'],
    ['of a kind that the editor cannot edit', z.date().meta(MEANING), 'no field for "x"'],
    ['whose rule has flags', z.string().regex(/^a$/i, 'x').meta(MEANING), 'cannot check'],
  ])('%s stops the build', (_title, schema, message) => {
    expect(() => fieldOf('x', schema)).toThrow(message);
  });
});

describe('the notation of a text', () => {
  test.each([
    ['Olá, {plano} e *você*', 'planPage.greeting', 'texto simples', 'Olá, quero {plano} 👩‍👩‍👧‍👦!'],
    ['Olá', 'planPage.greeting', '{plano}', '{plano}'],
    ['\u200B\u200B', 'planPage.greeting', 'um caractere visível', '{plano}?'],
    ['90000-0000', 'company.phones.number', 'telefone como', '\u202A(49)\u00A090000-0000\u202C'],
  ])('is checked while somebody types: %j', (wrong, path, message, right) => {
    const [place = '', ...names] = path.split('.');
    const field = names.reduce<AnyField>(
      ({ fields }, name) => fields?.find((it) => it.name === name) as AnyField,
      placeOf(place) as unknown as AnyField,
    );
    // As the editor reads it: a pattern between slashes, and flags behind them.
    const [, source = '', flags] = /^\/(.+)\/(\w*)$/.exec(field.pattern?.[0] ?? '') ?? [];
    const pattern = new RegExp(source, flags);
    expect([pattern.test(wrong), pattern.test(right)]).toEqual([false, true]);
    expect(field.pattern?.[1]).toContain(message);
  });
});

describe('the backend', () => {
  test('is missing where no repository is named, and local in the dev server', () => {
    expect(editorBackend(readEnvironment({}))).toBeUndefined();
    expect(localBackend(readEnvironment({}))).toMatchObject({ name: 'github' });
  });

  const GITLAB = { CMS_REPO: 'grupo/sub/site', CMS_BACKEND: 'gitlab' };
  test.each([
    [{ CMS_REPO: 'a/b' }, { name: 'github', branch: 'main', auth_methods: ['token'] }],
    [
      { CMS_REPO: 'a/b', CMS_BRANCH: 'dev', CMS_AUTH_URL: 'https://auth.empresa.com.br' },
      { name: 'github', branch: 'dev', base_url: 'https://auth.empresa.com.br' },
    ],
    [GITLAB, { name: 'gitlab', branch: 'main', auth_methods: ['token'] }],
    [
      { ...GITLAB, CMS_APP_ID: 'abc' },
      { name: 'gitlab', branch: 'main', auth_type: 'pkce', app_id: 'abc' },
    ],
  ])('of %j', (variables, expected) => {
    const backend = editorBackend(readEnvironment(variables));
    expect(backend).toEqual({ repo: variables.CMS_REPO, ...expected });
  });
});

test.each([
  ['github', 'drafts', 'editorial_workflow'],
  ['gitlab', 'drafts', 'editorial_workflow'],
  ['github', 'direct', 'simple'],
  ['test-repo', 'drafts', 'simple'],
] as const)('on %s with %s, saving is %s', (name, CMS_PUBLISH_MODE, mode) => {
  const backend = name === 'test-repo' ? { name } : { name, repo: 'empresa/site' };
  expect(editorConfig(backend, { SITE_URL, CMS_PUBLISH_MODE }).publish_mode).toBe(mode);
});

type Data = Record<string, unknown>;

interface Entry {
  file: string;
  collection: Collection;
  data: Data;
}

function formatOf(file: string) {
  return FILE_FORMATS[file.endsWith('.md') ? 'yaml-frontmatter' : 'json'];
}

/** The first entry of each collection, as the editor reads it. */
const ENTRIES = Object.values<Collection>(COLLECTIONS).flatMap((collection): Entry[] => {
  const [file] = filesOf(FROZEN_CONTENT, collection);
  if (file === undefined) return [];
  const text = readFileSync(join(FROZEN_CONTENT, file), 'utf8');
  return [{ file, collection, data: formatOf(file).fromFile(text) }];
});

/** What the editor would write, once it has repaired an entry; undefined where it refuses it. */
async function save({ file, data }: Entry): Promise<string | undefined> {
  const repaired = await repairEntry(`src/content/${file}`, data, site).catch(() => undefined);
  if (!repaired) return undefined;
  const saved = structuredClone(data);
  for (const [path, text] of repaired) {
    const key = path.at(-1) ?? '';
    const parent = path.slice(0, -1).reduce((value, name) => value[name] as Data, saved);
    parent[key] = text;
  }
  return formatOf(file).toFile(saved);
}

/** The paths of all values in nested data. Of a list, one item stands for all. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined);
  return [path, ...entries.flatMap(([key, it]) => pathsIn(it, [...path, key]))];
}

function withValue(data: Data, path: string[], value: unknown): Data {
  const [key = '', ...rest] = path;
  const inside = rest.length === 0 ? value : withValue(data[key] as Data, rest, value);
  return Array.isArray(data)
    ? (data.with(Number(key), inside) as unknown as Data)
    : { ...data, [key]: inside };
}

/** What breaks a rule of some field, or nearly does. */
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
  ...['**x**', '*x*', '~~x~~', '## x', '##x', '- [ ] x', '• x', '<b>x</b>', '[x](/planos)', '#1 x'],
  ...['a@b.example', '.a@b.example', '88500-000', '12.345.678/0001-90', './x.svg', 'SC', '{plano}'],
  ...['[x](/nada)', '[x](www.x.com)', '[x](javascript:x)', '| a | b |\n|---|---|', '**x', '***'],
  ...['1.500', '2026-12-24', 'true', 'null', '- x', 'a: b', 'a #b', '&a', '*a', '"', "'", 'a\nb'],
  ...[0, 0.1, 1.5, 10_000, true, false, null, undefined, [], ['x'], {}],
];

/** Whether the check takes a file. What its images hold is seen on the disk alone. */
async function isTaken({ file, collection }: Entry, text: string): Promise<boolean> {
  const content = file.endsWith('.md') ? parseMarkdownFile(text) : parseJsonFile(text);
  if (content.data === undefined) return false;
  const checkImage = () => Promise.resolve(undefined);
  const issues = await checkEntry(collection, idOf(file), content, { site, checkImage });
  return issues.length === 0;
}

describe('what the editor accepts, the check accepts, and the other way round', () => {
  // Some seconds on an idle machine.
  const TIMEOUT_MS = 180_000;

  test.each(ENTRIES)(
    'in $file, for every rule of every field',
    { timeout: TIMEOUT_MS },
    async (entry) => {
      const disagreements: string[] = [];
      const verdicts = new Set<boolean>();
      for (const path of pathsIn(entry.data).slice(1)) {
        for (const value of TRIES) {
          const tried = { ...entry, data: withValue(entry.data, path, value) };
          const saved = await save(tried);
          const isAccepted = saved !== undefined;
          const text = saved ?? formatOf(entry.file).toFile(structuredClone(tried.data));
          verdicts.add(isAccepted);
          // In a field of the editor's for texts, nothing else can be typed.
          if (!isAccepted && typeof value !== 'string') continue;
          if ((await isTaken(tried, text)) !== isAccepted) {
            disagreements.push(`${path.join('.')}: ${JSON.stringify(value)}`);
          }
        }
      }
      expect(disagreements).toEqual([]);
      expect([...verdicts].sort()).toEqual([false, true]);
    },
  );

  test('for any text', { timeout: TIMEOUT_MS }, async () => {
    const [plan] = ENTRIES;
    if (!plan) throw new Error('There is no plan.');
    const paths = fc.constantFrom('list.price', 'detail.longFeatures.2', 'body');
    const text = fc.string({ unit: 'binary', maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(paths, text, async (path, value) => {
        const tried = { ...plan, data: withValue(plan.data, path.split('.'), value) };
        const saved = await save(tried);
        if (saved !== undefined) expect(await isTaken(tried, saved)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('what a paste brought along is repaired as the site would', async () => {
    const [plan] = ENTRIES;
    const data = { ...plan?.data, body: 'Um\u00A0te\u00ADxto\n• e um item' };
    const texts = await repairEntry('src/content/plans/tecnologia.md', data, site);
    expect(texts).toContainEqual([['body'], 'Um texto\n- e um item']);
  });

  test('a link to a heading that was taken away is refused', async () => {
    const [plan] = ENTRIES;
    const data = { ...plan?.data, body: '[x](#texto-1)' };
    await expect(repairEntry(`src/content/${plan?.file ?? ''}`, data, site)).rejects.toThrow(
      'uma parte que a página',
    );
  });

  test('an untouched entry is saved as it was', async () => {
    for (const entry of ENTRIES) {
      const before = readFileSync(join(FROZEN_CONTENT, entry.file), 'utf8');
      expect((await save(entry))?.trim()).toBe(before.trim());
    }
  });
});

describe('the page', () => {
  test('is kept out of search engines and has a policy of its own', () => {
    const html = editorPage(config, site, '/site/admin');
    expect(html).toContain('<meta name="robots" content="noindex, nofollow" />');
    expect(html).toContain('src="/site/admin/editor.js"');
    expect(html).toContain(editorPolicy(config));
  });

  test('lets the editor talk to its own repository and to no CDN', () => {
    expect(editorPolicy({ backend: { name: 'test-repo' } })).not.toContain('https:');
    expect(editorPolicy({ backend: { name: 'github', repo: 'a/b' } })).toContain(
      "connect-src 'self' blob: data: https://api.github.com",
    );
    expect(editorPolicy({ backend: { name: 'gitlab', repo: 'a/b' } })).not.toContain('github');
  });

  test('holds no text that could end its script element', () => {
    const html = editorPage({ ...config, app_title: '</script><b>' }, site, '/admin');
    expect(html).not.toContain('</script><b>');
  });
});
