import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { imagePath } from '@site/content/image-field';
import { adaptLibrary } from './library/edits.ts';
import { editorConfig } from './config.ts';
import { BESIDE_THE_FILE, editorFields } from './fields.ts';
import { editorPage } from './page.ts';

const SITE = ['https://www.empresadeverdade.com.br', '/site'] as const;
const ORIGIN = { repo: 'empresa/site', branch: 'main' };
const REPOSITORY = { ...ORIGIN, contentFolder: 'src/content' };
const config = editorConfig({}, REPOSITORY, ...SITE);
const targets = { ofEntries: [], ofSite: [], publicFiles: [], advice: '' };

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
  [{ signIn: {} }, {}],
])('with %j, editors can sign in', (signIn, expected) => {
  const { backend } = editorConfig({}, { ...REPOSITORY, ...signIn }, ...SITE);
  expect(backend).toMatchObject({ name: 'github', ...ORIGIN, ...expected });
});

describe('a release of the library that names its files in another way, and lacks', () => {
  const installed = dirname(dirname(createRequire(import.meta.url).resolve('@sveltia/cms')));
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  const library = join(folder, 'node_modules/@sveltia/cms');
  cpSync(join(installed, 'locales/pt-BR.json'), join(library, 'locales/pt-BR.json'));
  writeFileSync(join(library, 'package.json'), '{ "main": "cms/cms.mjs" }');
  writeFileSync(join(folder, 'editor.js'), 'import "@sveltia/cms";');
  mkdirSync(join(library, 'cms'));
  const code = readFileSync(join(installed, 'npm/index.js'), 'utf8');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test.each([
    // Thus it has all else.
    ['its font of icons', 'material-symbols', code],
    ['a place that is changed', 'if.*save_conflict', code.replaceAll('save_conflict', 'conflict')],
    ['fonts of another host', 'url\\(https', code.replaceAll('cdn.jsdelivr.net', 'fonts.example')],
    ['its texts in Portuguese', '.*pt-BR', code.replaceAll('pt-BR.json', 'pt-PT.json')],
  ])('%s, stops the build', async (_lacking, named, text) => {
    writeFileSync(join(library, 'cms/cms.mjs'), text);
    const input = join(folder, 'editor.js');
    const building = build({
      configFile: false,
      logLevel: 'silent',
      root: folder,
      plugins: [adaptLibrary()],
      build: { write: false, rolldownOptions: { input, external: /^\.\/chunks\/|^\w/ } },
    });
    await expect(building).rejects.toThrow(
      new RegExp(`Sveltia CMS has changed: it has no ${named}(?!.* and no)`),
    );
  });
});

test('the page is hidden from search engines, asks no host but GitHub and the project that signs in, and contains no text that could end its script element', () => {
  const signIn = { url: 'https://abc.supabase.co/api', key: '</script><b>', scope: 'repo' };
  const html = editorPage({ config, targets, signIn }, '/site/admin');
  expect(html).toContain('<meta name="robots" content="noindex, nofollow" />');
  expect(html).not.toContain('</script><b>');
  const [policy = ''] = /default-src [^"]*/.exec(html) ?? [];
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  const hosts = ['www.empresadeverdade.com.br', 'api.github.com', 'avatars.githubusercontent.com'];
  expect([...new Set(policy.match(/(?<=https:\/\/)[^ ;]*/g))]).toEqual([
    ...hosts,
    'abc.supabase.co',
  ]);
  expect(editorPage({ config, targets }, '/admin')).not.toContain('supabase');
});
