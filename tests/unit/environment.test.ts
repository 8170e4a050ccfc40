import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveConfig, type InlineConfig } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { productionBuild, readEnvironment, unreadableFiles } from '../../src/lib/environment.ts';

const DEFAULTS = { SITE_URL: 'http://localhost:4321', CMS_BRANCH: 'main' };
const BACKEND = {
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_for_tests',
};

/** A key of Supabase's legacy kind, a JSON Web Token. */
const oldKey = (role: string): string =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify({ role })).toString('base64url')}.c2lnbmF0dXJl`;

test('an operator may leave values empty, as in a copied example file, and end SITE_URL with a slash', () => {
  const variables = { SITE_URL: 'http://localhost:4321/', PUBLIC_SUPABASE_URL: '', CMS_BRANCH: '' };
  expect(readEnvironment(variables)).toEqual(DEFAULTS);
});

test.each([
  { SITE_URL: 'https://www.empresa.com.br' },
  { SITE_URL: 'http://127.0.0.1:4321', SITE_BASE: '/v1.0/site~novo/..site' },
  { ...BACKEND, PUBLIC_SUPABASE_URL: 'https://empresa.com.br/api/v1' },
  { ...BACKEND, PUBLIC_SUPABASE_ANON_KEY: oldKey('anon') },
  { ...BACKEND, CMS_REPO: 'empresa/site', CMS_SIGN_IN: 'repo' },
])('a build takes %j', (variables) => {
  expect(readEnvironment(variables)).toEqual({ ...DEFAULTS, ...variables });
});

test.each([
  ['SITE_URL', 'www.empresa.com.br'],
  ['SITE_URL', 'https://empresa.github.io/site'],
  ['SITE_URL', 'https://empresa.com.br;'],
  ['SITE_BASE', '/site/'],
  ['SITE_BASE', '/site/../outro'],
  // A semicolon would end a directive of the Content-Security-Policy.
  ['PUBLIC_SUPABASE_URL', 'https://abc.supabase.co/; script-src *'],
  ['PUBLIC_SUPABASE_ANON_KEY', 'sb_publishable_for_tests\n'],
  ['CMS_REPO', 'site'],
  ['CMS_AUTH_URL', 'http://entrada.com.br'],
  ['CMS_SIGN_IN', 'supabase'],
])('a build refuses %s %j, and says what is expected and what it found', (name, value) => {
  const problem = new RegExp(`^  ${name} precisa ser .*; está "${value.slice(0, 5)}`, 'm');
  const read = () => readEnvironment({ ...BACKEND, [name]: value });
  expect(read).toThrow(problem);
  // Astro shows the place in the code where it finds one.
  expect(read).toThrow(expect.objectContaining({ stack: '' }));
});

test.each(['sb_secret_1a2b3c4d5e6f7g8h9i0j', oldKey('service_role')])(
  'a build refuses the secret key %s and logs only its start',
  (key) => {
    const read = () => readEnvironment({ ...BACKEND, PUBLIC_SUPABASE_ANON_KEY: key });
    expect(read).toThrow(/nunca a secreta/);
    expect(read).not.toThrow(new RegExp(key.slice(0, 20)));
  },
);

test('an operator sees all errors at once: half a backend, a button alone, and no SITE_URL on its host', () => {
  const { PUBLIC_SUPABASE_URL } = BACKEND;
  const button = { CMS_SIGN_IN: 'repo', CMS_AUTH_URL: 'https://entrada.com.br' };
  const variables = { NETLIFY: 'true', SITE_URL: '', PUBLIC_SUPABASE_URL, ...button };
  expect(() => readEnvironment(variables)).toThrow(
    /SITE_URL não está definida: defina onde o site é gerado[^]*: falta PUBLIC_SUPABASE_ANON_KEY\n.* precisa também de CMS_REPO\n.*ANON_KEY\n.*deixe só um/,
  );
});

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'environment-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

test.each([
  ['UTF-16, as PowerShell', Buffer.from('\uFEFFSITE_URL=https://a.example', 'utf16le')],
  ['a byte-order mark, from Notepad', '\uFEFFSITE_URL=https://a.example'],
  ['a command of cmd', 'A=b\r\nset SITE_URL=https://a.example'],
  ['a command that lasts', 'setx SITE_URL "https://a.example"'],
  ['a command of PowerShell', '$env:SITE_URL="https://a.example"'],
  ['YAML', 'SITE_URL: https://a.example\nSITE_BASE=/a'],
  ['JSON', '{\n  "CMS_REPO": "a/b",\n  "SITE_URL": "https://a.example"\n}'],
  ['lower case', 'site_url=https://a.example'],
  ['hyphens', 'A=b\nSITE-URL=https://a.example'],
])('an operator reads that a build would overlook %s', (_, text) => {
  const folder = folderForTest();
  writeFileSync(join(folder, '.env'), text);
  expect(unreadableFiles(folder)).toEqual([expect.stringMatching(/^\.env tem linhas .* UTF-8/)]);
});

test('an operator’s files for other programs, comments and folders stop no build; a hidden .txt does', () => {
  const folder = folderForTest();
  mkdirSync(join(folder, '.env'));
  const files = {
    '.env.bak': 'set SITE_URL=x',
    '.env.local.example': 'set SITE_URL=x',
    '.env.local': '# SITE_URL: set at home\nexport SITE_URL=https://a.example # ours\nA=$SITE_BASE',
    '.env.production': '\n# CMS_REPO=\nSITE_NAME=x\nPUBLIC_SITE_URL: x',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  expect(unreadableFiles(folder)).toEqual([]);
  writeFileSync(join(folder, '.env.txt'), 'SITE_URL=https://a.example');
  expect(unreadableFiles(folder)).toEqual(['.env.txt não é lido: tire o .txt do nome']);
});

test.each(['development', 'test'])(
  'a build refuses NODE_ENV=%s, and the dev server does not',
  async (name) => {
    vi.stubEnv('NODE_ENV', name);
    onTestFinished(() => void vi.unstubAllEnvs());
    const options: InlineConfig = { configFile: false, plugins: [productionBuild] };
    await expect(resolveConfig(options, 'build')).rejects.toThrow(
      'NODE_ENV precisa ser production',
    );
    await resolveConfig(options, 'serve');
  },
);
