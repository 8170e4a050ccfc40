import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/lib/environment.ts';

const DEFAULTS = {
  SITE_URL: 'http://localhost:4321',
  CMS_BACKEND: 'github',
  CMS_BRANCH: 'main',
  CMS_PUBLISH_MODE: 'drafts',
};
const BACKEND = {
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_for_tests',
};

const oldKey = (role: string): string =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify({ role })).toString('base64url')}.c2lnbmF0dXJl`;

describe('the environment of a build', () => {
  test('may be empty, or hold empty values, as a copied example does', () => {
    expect(readEnvironment({})).toEqual(DEFAULTS);
    expect(readEnvironment({ PUBLIC_SUPABASE_URL: '', CMS_BRANCH: '' })).toEqual(DEFAULTS);
  });

  test.each([
    ['SITE_URL', 'www.empresa.com.br'],
    ['SITE_URL', 'ftp://empresa.com.br'],
    ['SITE_URL', 'https://empresa.github.io/site'],
    ['SITE_URL', 'https://empresa.com.br/?utm_source=carta'],
    ['SITE_URL', 'https://maria:senha@empresa.com.br'],
    ['SITE_BASE', 'site'],
    ['SITE_BASE', '/site/'],
    ['SITE_BASE', '/site/../outro'],
    ['PUBLIC_SUPABASE_URL', 'abcdefgh.supabase.co'],
    ['PUBLIC_SUPABASE_URL', 'javascript:alert(1)'],
    ['PUBLIC_SUPABASE_URL', 'https://abc.supabase.co?x=1'],
    // Any of these would end a value of the Content-Security-Policy, or a directive.
    ['PUBLIC_SUPABASE_URL', "https://abc.supabase.co/ 'unsafe-inline'"],
    ['PUBLIC_SUPABASE_URL', 'https://abc.supabase.co/; script-src *'],
    ['PUBLIC_SUPABASE_URL', 'https://abc.supabase.co/,x'],
    ['PUBLIC_SUPABASE_URL', 'https://abc.supabase.co/\n*'],
    ['PUBLIC_SUPABASE_ANON_KEY', 'curta'],
    ['PUBLIC_SUPABASE_ANON_KEY', 'sb_publishable_for_tests\n'],
    ['CMS_REPO', 'site'],
    ['CMS_BACKEND', 'svn'],
    ['CMS_AUTH_URL', 'http://entrada.com.br'],
  ])('is refused when %s is %j, with what it should look like and what it is', (name, value) => {
    const problem = new RegExp(`^  ${name} must be .*; found: "${value.slice(0, 5)}`, 'm');
    expect(() => readEnvironment({ ...BACKEND, [name]: value })).toThrow(problem);
  });

  test.each([
    { SITE_URL: 'https://www.empresa.com.br/' },
    { SITE_URL: 'http://127.0.0.1:4321', SITE_BASE: '/v1.0/site~novo/..site' },
    { ...BACKEND, PUBLIC_SUPABASE_URL: 'https://empresa.com.br/api/v1' },
    { ...BACKEND, PUBLIC_SUPABASE_ANON_KEY: oldKey('anon') },
  ])('may be %j', (variables) => {
    expect(readEnvironment(variables)).toMatchObject(variables);
  });

  test.each([
    ['of the new kind', 'sb_secret_1a2b3c4d5e6f7g8h9i0j'],
    ['of the older kind', oldKey('service_role')],
  ])('is refused with a secret key %s, most of which no log gets to see', (_kind, key) => {
    const read = () => readEnvironment({ ...BACKEND, PUBLIC_SUPABASE_ANON_KEY: key });
    expect(read).toThrow(/never a secret one/);
    expect(read).not.toThrow(new RegExp(key.slice(0, 20)));
  });

  test('is refused with half a backend, with a word on the missing half', () => {
    expect(() => readEnvironment({ PUBLIC_SUPABASE_URL: 'https://abc.supabase.co' })).toThrow(
      /go together, both or neither: PUBLIC_SUPABASE_ANON_KEY is missing/,
    );
  });

  test.each([
    ['NETLIFY', 'Netlify'],
    ['VERCEL', 'Vercel'],
    ['CF_PAGES', 'Cloudflare Pages'],
  ])('is refused on the host that sets %s while SITE_URL is not set there', (name, host) => {
    const refusal = new RegExp(`SITE_URL must be set on ${host}, for previews too: .* → `);
    expect(() => readEnvironment({ [name]: 'true', SITE_URL: '' })).toThrow(refusal);
    const SITE_URL = 'https://www.empresa.com.br';
    expect(readEnvironment({ [name]: 'true', SITE_URL })).toEqual({ ...DEFAULTS, SITE_URL });
  });

  test('is refused with all its problems at once', () => {
    expect(() => readEnvironment({ NETLIFY: 'true', CMS_REPO: 'y' })).toThrow(
      /SITE_URL[^]*CMS_REPO/,
    );
  });
});
