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

type AnyField = Field & { fields?: Field[]; field?: Field };

/** What an editor reads at a field. */
interface Wording {
  field: string;
  label: string | undefined;
  hint: string | undefined;
}

/** The wording of all fields, those inside groups and lists included. */
function wordingOf(fields: Field[], path: string[] = []): Wording[] {
  return (fields as AnyField[]).flatMap((it) => {
    const { name, label, field, fields: inner = field ? [field] : [] } = it;
    const here = [...path, name];
    const hint = 'hint' in it ? it.hint : undefined;
    return [{ field: here.join('.'), label, hint }, ...wordingOf(inner, here)];
  });
}

/** The same of a schema. A list of texts has a field for its items too; a group in one has not. */
function schemaWording(schema: z.ZodObject, path: string[] = []): Wording[] {
  return Object.entries(shapeOf(schema)).flatMap(([name, field]) => {
    const wording = (it: z.ZodType, at: string[]): Wording => {
      const { title, description } = it.meta() ?? {};
      return { field: at.join('.'), label: title, hint: description };
    };
    const here = [...path, name];
    const whole = field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field;
    const inner = whole instanceof z.ZodArray ? (whole.element as z.ZodType) : whole;
    if (inner instanceof z.ZodObject) return [wording(field, here), ...schemaWording(inner, here)];
    const item = inner === whole ? [] : [wording(inner, [...here, 'item'])];
    return [wording(field, here), ...item];
  });
}

function editorFields(name: string): Field[] {
  const places = [...(config.collections ?? []), ...(config.singletons ?? [])];
  const place = places.find((it) => 'name' in it && it.name === name);
  if (!place || !('fields' in place)) throw new Error(`The editor does not know "${name}".`);
  return place.fields;
}

describe.each(Object.entries<Collection>(COLLECTIONS))('%s', (name, collection) => {
  const schema = collection.schema(imagePath) as z.ZodObject;

  test('has a field for every field of its schema and no other, with its label and its hint', () => {
    const { title, description } = collection.body ?? {};
    const body = collection.body ? [{ field: 'body', label: title, hint: description }] : [];
    const shown = wordingOf(editorFields(name));
    expect(shown).toEqual([...schemaWording(schema), ...body]);
    for (const { field, label, hint } of shown) {
      expect(label, field).toBeTruthy();
      expect(hint, field).toBeTruthy();
    }
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
  const described = <Schema extends z.ZodType>(schema: Schema) =>
    schema.meta({ title: 'Rótulo', description: 'Dica' });
  const common = { name: 'x', label: 'Rótulo', hint: 'Dica', required: true };

  test.each([
    [
      'text with bounds',
      z.string().min(2).max(9),
      { widget: 'string', minlength: 2, maxlength: 9 },
    ],
    [
      'text with a notation',
      z.string().regex(/^\d+$/, 'só algarismos'),
      { widget: 'string', pattern: [expect.stringContaining('\\d+'), 'só algarismos'] },
    ],
    [
      'an e-mail',
      z.string().check(z.email()).max(30),
      { widget: 'string', type: 'email', maxlength: 30 },
    ],
    [
      'a whole number',
      z.int().min(1).max(5),
      { widget: 'number', value_type: 'int', min: 1, max: 5 },
    ],
    [
      'a text that may be missing',
      z.string().meta({ title: 'Rótulo', description: 'Dica' }).optional(),
      { widget: 'string', required: false },
    ],
    ['yes or no', z.boolean(), { widget: 'boolean', required: false, default: false }],
    [
      'an image',
      imagePath() as z.ZodType,
      { widget: 'image', media_folder: '', public_folder: '.' },
    ],
    [
      'options',
      z.enum(['a', 'b']),
      {
        widget: 'select',
        options: [
          { label: 'a', value: 'a' },
          { label: 'b', value: 'b' },
        ],
      },
    ],
    ['a single option', z.literal('SC'), { widget: 'select', default: 'SC' }],
    [
      'numbers to choose from',
      z.literal([0, 0.1]),
      {
        widget: 'select',
        options: [
          { label: '0', value: 0 },
          { label: '0.1', value: 0.1 },
        ],
      },
    ],
  ])('of %s becomes the widget for it', (_title, schema: z.ZodType, expected) => {
    expect(fieldOf('x', described(schema))).toMatchObject({ ...common, ...expected });
  });

  test('of a fixed number of items takes neither more nor less', () => {
    const list = described(z.array(described(z.string())).length(4));
    expect(fieldOf('x', list)).toMatchObject({
      widget: 'list',
      min: 4,
      max: 4,
      label_singular: 'Rótulo',
    });
  });

  test('without label or hint is refused', () => {
    expect(() => fieldOf('x', z.string())).toThrow('no title or description');
  });

  test('of a kind that the editor cannot edit is refused', () => {
    expect(() => fieldOf('x', described(z.date()))).toThrow('no field for "x"');
  });
});

describe('the notation of a text', () => {
  /** As the editor reads it: a pattern between slashes, and flags behind them. */
  function patternIn(collection: string, path: string[]): [RegExp, string] {
    let fields = editorFields(collection) as AnyField[];
    for (const name of path.slice(0, -1))
      fields = (fields.find((it) => it.name === name)?.fields ?? []) as AnyField[];
    const field = fields.find((it) => it.name === path.at(-1)) as { pattern?: [string, string] };
    const [, source = '', flags] = /^\/(.+)\/(\w*)$/.exec(field.pattern?.[0] ?? '') ?? [];
    return [new RegExp(source, flags), field.pattern?.[1] ?? ''];
  }

  test.each([
    ['bold', 'Olá, {plano} e *você*', /texto simples/],
    ['no place for the plan', 'Olá', /\{plano\}/],
    ['nothing to be seen', '\u200B\u200B', /uma letra que se veja/],
  ])('is checked while somebody types: %s', (_title, text, message) => {
    const [pattern, told] = patternIn('planPage', ['greeting']);
    expect(pattern.test(text)).toBe(false);
    expect(told).toMatch(message);
    expect(pattern.test('Olá, quero o plano {plano} 👩‍👩‍👧‍👦!')).toBe(true);
  });

  test('takes a plan title of which a URL can be made, and no other', () => {
    const [pattern] = patternIn('plans', ['list', 'title']);
    const titles = ['Plano_Família', 'Plano ~ Casa', '404', ' 404!', 'Índex', 'INDEX.'];
    expect(titles.filter((title) => pattern.test(title))).toEqual([]);
    const good = ['Plano Família', 'Plano 404', 'Index Plus', 'Casa & Cia. – 2ª via'];
    expect(good.filter((title) => !pattern.test(title))).toEqual([]);
  });

  test('takes a phone as WhatsApp copies it', () => {
    const phones = editorFields('company').find(({ name }) => name === 'phones') as AnyField;
    const { pattern } = phones.fields?.[0] as { pattern: [string, string] };
    const [, source = ''] = /^\/(.+)\/u$/.exec(pattern[0]) ?? [];
    const regExp = new RegExp(source, 'u');
    expect(regExp.test('\u202A(49)\u00A090000-0000\u202C')).toBe(true);
    expect(regExp.test('90000-0000')).toBe(false);
  });

  test('with flags that would change other rules stops the build', () => {
    const schema = z.string().regex(/^a$/i, 'x').meta({ title: 'X', description: 'Y' });
    expect(() => fieldOf('x', schema)).toThrow('cannot check');
  });
});

describe('the backend', () => {
  const environment = (variables: Record<string, string>) => readEnvironment(variables);

  test('is missing where no repository is named, and local in the dev server', () => {
    expect(editorBackend(environment({}))).toBeUndefined();
    expect(localBackend(environment({}))).toMatchObject({ name: 'github' });
  });

  test.each([
    [
      { CMS_REPO: 'empresa/site' },
      { name: 'github', repo: 'empresa/site', branch: 'main', auth_methods: ['token'] },
    ],
    [
      { CMS_REPO: 'empresa/site', CMS_BRANCH: 'dev', CMS_AUTH_URL: 'https://auth.empresa.com.br' },
      {
        name: 'github',
        repo: 'empresa/site',
        branch: 'dev',
        base_url: 'https://auth.empresa.com.br',
      },
    ],
    [
      { CMS_REPO: 'grupo/sub/site', CMS_BACKEND: 'gitlab' },
      { name: 'gitlab', repo: 'grupo/sub/site', branch: 'main', auth_methods: ['token'] },
    ],
    [
      { CMS_REPO: 'empresa/site', CMS_BACKEND: 'gitlab', CMS_APP_ID: 'abc' },
      { name: 'gitlab', repo: 'empresa/site', branch: 'main', auth_type: 'pkce', app_id: 'abc' },
    ],
  ])('of %j', (variables, expected) => {
    expect(editorBackend(environment(variables))).toEqual(expected);
  });

  test.each([
    { CMS_REPO: 'site' },
    { CMS_BACKEND: 'svn' },
    { CMS_AUTH_URL: 'http://auth.empresa.com.br' },
  ])('%j stops the build with a clear message', (variables) => {
    expect(() => readEnvironment(variables)).toThrow(Object.keys(variables)[0]);
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
