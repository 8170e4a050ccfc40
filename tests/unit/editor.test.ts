/** The content editor offers what the schemas ask for: all of it, and nothing else. */
import type { Field } from '@sveltia/cms';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { shapeOf } from '../../src/content-check/schema-fields.ts';
import { checkData } from '../../src/content-check/schema-issues.ts';
import { parseMarkdownFile } from '../../src/content-files/parse.ts';
import { readContentFile } from '../../src/content-files/read-content-file.ts';
import { editorBackend, localBackend } from '../../src/editor/backend.ts';
import { repairEntry } from '../../src/editor/check-entry.ts';
import { editorConfig } from '../../src/editor/config.ts';
import { fieldOf } from '../../src/editor/fields.ts';
import { editorPage, editorPolicy } from '../../src/editor/page.ts';
import { readEnvironment } from '../../src/lib/environment.ts';
import { COLLECTIONS, type Collection } from '../../src/schemas/collections.ts';
import { imagePath } from '../../src/schemas/image.ts';
import { FROZEN_CONTENT } from '../support/frozen-content.ts';

const SITE_URL = 'https://www.empresadeverdade.com.br';
const config = editorConfig({ name: 'test-repo' }, { SITE_URL, CMS_PUBLISH_MODE: 'drafts' });

interface Wording {
  title?: string | undefined;
  description?: string | undefined;
}

type AnyField = Field & { fields?: Field[]; pattern?: [string, string] };

function editorFields(name: string): AnyField[] {
  const places = [...(config.collections ?? []), ...(config.singletons ?? [])];
  const place = places.find((it) => 'name' in it && it.name === name);
  if (!place || !('fields' in place)) throw new Error(`The editor does not know "${name}".`);
  return place.fields as AnyField[];
}

describe.each(Object.entries<Collection>(COLLECTIONS))('%s', (name, collection) => {
  test('has a field for every field of its schema and no other, with its label and its hint', () => {
    const shape = shapeOf(collection.schema(imagePath) as z.ZodObject);
    const wording = (field: string, { title, description }: Wording = {}) => ({
      name: field,
      label: title,
      hint: description,
    });
    const asked = Object.entries(shape).map(([key, field]) => wording(key, field.meta()));
    const body = collection.body ? [wording('body', collection.body)] : [];
    expect(editorFields(name)).toMatchObject([...asked, ...body]);
  });

  test('lets entries be added and deleted only where their number is free', () => {
    const place = config.collections?.find((it) => 'name' in it && it.name === name);
    if (!place || !('folder' in place)) return;
    const [fewest, most] = collection.count ?? [];
    const isFree = fewest === undefined || fewest !== most;
    expect([place.create, place.delete, place.duplicate]).toEqual([isFree, isFree, isFree]);
    expect(place.limit).toBe(isFree ? most : undefined);
  });
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

  test('without label or hint is refused', () => {
    expect(() => fieldOf('x', z.string())).toThrow('no title or description');
  });

  test('of a kind that the editor cannot edit is refused', () => {
    expect(() => fieldOf('x', z.date().meta(MEANING))).toThrow('no field for "x"');
  });
});

describe('the notation of a text', () => {
  /** As the editor reads it: a pattern between slashes, and flags behind them. */
  function patternIn(collection: string, path: string[]): [RegExp, string] {
    let field = { fields: editorFields(collection) } as AnyField;
    for (const name of path) {
      field = field.fields?.find((it) => it.name === name) as AnyField;
    }
    const [, source = '', flags] = /^\/(.+)\/(\w*)$/.exec(field.pattern?.[0] ?? '') ?? [];
    return [new RegExp(source, flags), field.pattern?.[1] ?? ''];
  }

  const GREETING = ['planPage', 'greeting'];
  const TITLE = ['plans', 'list', 'title'];
  const PHONE = ['company', 'phones', 'number'];

  test.each([
    ['Olá, {plano} e *você*', GREETING, /texto simples/, 'Olá, quero o plano {plano} 👩‍👩‍👧‍👦!'],
    ['Olá', GREETING, /\{plano\}/, '{plano}'],
    ['\u200B\u200B', GREETING, /um caractere visível/, '{plano}?'],
    ['Plano_Família', TITLE, /sem _ e sem ~/, 'Casa & Cia. – 2ª via'],
    [' 404!', TITLE, /./, 'Plano 404'],
    ['INDEX.', TITLE, /./, 'Index Plus'],
    ['90000-0000', PHONE, /telefone como/, '\u202A(49)\u00A090000-0000\u202C'],
  ])('is checked while somebody types: %j', (wrong, [place = '', ...path], message, right) => {
    const [pattern, told] = patternIn(place, path);
    expect(pattern.test(wrong)).toBe(false);
    expect(told).toMatch(message);
    expect(pattern.test(right)).toBe(true);
  });

  test('with flags that would change other rules stops the build', () => {
    const schema = z.string().regex(/^a$/i, 'x').meta({ title: 'X', description: 'Y' });
    expect(() => fieldOf('x', schema)).toThrow('cannot check');
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

const RUNS = 50;
/** Three seconds on an idle machine. */
const TIMEOUT_MS = 60_000;

describe('before an entry is saved', () => {
  const PLAN = 'src/content/plans/tecnologia.md';
  const COMPANY = 'src/content/company.json';
  type Data = Record<string, unknown>;
  const read = (path: string): Data => {
    const { data, body } = readContentFile(path.replace('src/content', FROZEN_CONTENT));
    return { ...(data as Data), ...(body && { body: body.text }) };
  };
  /** What a file says, with another text somewhere in it. */
  const readWith = (path: string, from: string, to: string): Data =>
    JSON.parse(JSON.stringify(read(path)).replace(from, to).replace(',]', ']')) as Data;

  test('what a paste brought along is repaired', async () => {
    const company = readWith(COMPANY, '(49) 9', '\u202A(49)\u00A09');
    const texts = new Map(
      (await repairEntry(COMPANY, company)).map(([path, text]) => [path.join('.'), text]),
    );
    expect(texts.get('phones.0.number')).toBe('(49) 90000-0000');
    const plan = { ...read(PLAN), body: 'Um\u00A0te\u00ADxto' };
    expect(await repairEntry(PLAN, plan)).toContainEqual([['body'], 'Um texto']);
  });

  test.each([
    ['two WhatsApps', COMPANY, 'false', 'true', 'Telefones: esperado exatamente um telefone'],
    ['three advantages', PLAN, '"Proteção contra vírus e golpes"', '', 'esperado exatamente 4'],
    ['bold', PLAN, 'Sob Consulta', '**Sob** Consulta', 'Preço: esperado texto simples'],
  ])('%s are told, and nothing is saved', async (_title, path, from, to, message) => {
    await expect(repairEntry(path, readWith(path, from, to))).rejects.toThrow(message);
  });

  test('what is let through, the check takes', { timeout: TIMEOUT_MS }, async () => {
    const { list, ...plan } = read(PLAN) as { list: Data };
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 50 }), async (price) => {
        const repaired = await repairEntry(PLAN, { ...plan, list: { ...list, price } }).catch(
          () => undefined,
        );
        if (!repaired) return;
        const saved = repaired.find(([path]) => path.join('.') === 'list.price')?.[1];
        const file = stringify({ ...plan, body: undefined, list: { ...list, price: saved } });
        const { data } = parseMarkdownFile(`---\n${file}---\nTexto`);
        expect(await checkData(COLLECTIONS.plans.schema(imagePath), data)).toEqual([]);
        expect((data as { list: { price: string } }).list.price).toBe(saved);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the page', () => {
  test('is kept out of search engines and has a policy of its own', () => {
    const html = editorPage(config, '/site/admin');
    expect(html).toContain('<meta name="robots" content="noindex, nofollow" />');
    expect(html).toContain('src="/site/admin/editor.js"');
    expect(html).toContain(editorPolicy(config.backend));
  });

  test('lets the editor talk to its own repository and to no CDN', () => {
    expect(editorPolicy({ name: 'test-repo' })).not.toContain('https:');
    expect(editorPolicy({ name: 'github', repo: 'a/b' })).toContain(
      "connect-src 'self' blob: data: https://api.github.com",
    );
    expect(editorPolicy({ name: 'gitlab', repo: 'a/b' })).not.toContain('github');
  });

  test('holds no text that could end its script element', () => {
    const html = editorPage({ ...config, app_title: '</script><b>' }, '/admin');
    expect(html).not.toContain('</script><b>');
  });
});
