import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/lib/environment.ts';

const NOTHING_SET = {
  SITE_URL: 'http://localhost:4321',
  CMS_BACKEND: 'github',
  CMS_BRANCH: 'main',
};

const token = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url');

describe('the environment of a build', () => {
  test('may be empty', () => {
    expect(readEnvironment({})).toEqual(NOTHING_SET);
  });

  test('may hold blanks, as a copied example does', () => {
    expect(readEnvironment({ PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_ANON_KEY: '' })).toEqual(
      NOTHING_SET,
    );
  });

  test.each([
    ['SITE_URL', 'www.empresa.com.br', 'https://empresa.com.br'],
    ['SITE_URL', 'ftp://empresa.com.br', 'https://empresa.com.br'],
    ['SITE_URL', 'https://empresa.github.io/site', 'SITE_BASE'],
    ['SITE_URL', 'https://empresa.com.br//', 'SITE_BASE'],
    ['SITE_URL', 'https://empresa.com.br\\site', 'host name'],
    ['SITE_URL', 'https://empresa.com.br?', 'host name'],
    ['SITE_URL', 'https://empresa.com.br/?utm_source=carta', 'host name'],
    ['SITE_URL', 'https://empresa.com.br#inicio', 'host name'],
    ['SITE_URL', 'https://maria:senha@empresa.com.br', 'host name'],
    ['SITE_BASE', 'site', 'a path as /site'],
    ['SITE_BASE', '/site/', 'a path as /site'],
    ['SITE_BASE', '/.', 'without \\. or \\.\\.'],
    ['SITE_BASE', '/..', 'without \\. or \\.\\.'],
    ['SITE_BASE', '/site/../outro', 'without \\. or \\.\\.'],
    ['SITE_BASE', '/site/.', 'without \\. or \\.\\.'],
    ['PUBLIC_SUPABASE_URL', 'abcdefgh.supabase.co', 'https://abcdefgh.supabase.co'],
    ['PUBLIC_SUPABASE_URL', 'javascript:alert(1)', 'https://abcdefgh.supabase.co'],
    ['PUBLIC_SUPABASE_URL', 'https://abc.supabase.co?x=1', 'at most a path'],
    ['PUBLIC_SUPABASE_URL', 'https://abc.supabase.co/#x', 'at most a path'],
    ['PUBLIC_SUPABASE_URL', "https://abc.supabase.co/ 'unsafe-inline'", 'at most a path'],
    ['PUBLIC_SUPABASE_URL', 'https://abc.supabase.co/; script-src *', 'at most a path'],
    ['PUBLIC_SUPABASE_URL', 'https://abc.supabase.co;x', 'at most a path'],
    ['PUBLIC_SUPABASE_URL', 'https://abc.supabase.co/,x', 'at most a path'],
    ['PUBLIC_SUPABASE_URL', 'https://abc.supabase.co/\n*', 'at most a path'],
    ['PUBLIC_SUPABASE_URL', 'https://maria:senha@abc.supabase.co', 'at most a path'],
    ['PUBLIC_SUPABASE_ANON_KEY', 'curta', 'anonymous'],
    ['PUBLIC_SUPABASE_ANON_KEY', 'com espaço no meio da chave', 'anonymous'],
  ])('is refused when %s is %j, with a word on what it should be', (name, value, expected) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(
      new RegExp(`${name}[^]*${expected}[^]*${value.slice(0, 5)}`),
    );
  });

  test.each([
    { SITE_URL: 'https://www.empresa.com.br/' },
    { SITE_URL: 'http://127.0.0.1:4321', SITE_BASE: '/v1.0/site~novo/..site' },
    ...['https://abc.supabase.co/', 'http://localhost:54321', 'https://empresa.com.br/api/v1'].map(
      (url) => ({ PUBLIC_SUPABASE_URL: url, PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_for_tests' }),
    ),
  ])('may be %j', (variables) => {
    expect(readEnvironment(variables)).toMatchObject(variables);
  });

  test.each([
    ['of the new kind', 'sb_secret_1a2b3c4d5e6f7g8h9i0j'],
    ['of the older kind', `eyJhbGciOiJIUzI1NiJ9.${token({ role: 'service_role' })}.c2lnbmF0dXJl`],
  ])('is refused with a secret key %s, of which no log gets to see the most', (_kind, key) => {
    const backend = {
      PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
      PUBLIC_SUPABASE_ANON_KEY: key,
    };
    expect(() => readEnvironment(backend)).toThrow(/this one is secret/);
    expect(() => readEnvironment(backend)).not.toThrow(new RegExp(key.slice(0, 20)));
  });

  test('takes an anonymous key of the older kind', () => {
    const key = `eyJhbGciOiJIUzI1NiJ9.${token({ role: 'anon' })}.c2lnbmF0dXJl`;
    const backend = {
      PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
      PUBLIC_SUPABASE_ANON_KEY: key,
    };
    expect(readEnvironment(backend)).toMatchObject(backend);
  });

  test('says of each mistake one thing', () => {
    expect(() => readEnvironment({ SITE_URL: 'x' })).toThrow(/^[^\n]*\n[^\n]*$/);
  });

  test('is refused with half a backend, with a word on the missing half', () => {
    expect(() => readEnvironment({ PUBLIC_SUPABASE_URL: 'https://abc.supabase.co' })).toThrow(
      /PUBLIC_SUPABASE_ANON_KEY.*go together/,
    );
  });

  test.each([
    ['NETLIFY', 'true', 'Netlify', 'Project configuration'],
    ['VERCEL', '1', 'Vercel', 'Settings'],
    ['CF_PAGES', '1', 'Cloudflare Pages', 'Settings'],
  ])(
    'is refused on the host that sets %s without the address of the site',
    (name, value, host, menu) => {
      const refusal = new RegExp(`SITE_URL must be set on ${host}, previews too: ${menu} → `);
      expect(() => readEnvironment({ [name]: value })).toThrow(refusal);
      expect(() => readEnvironment({ [name]: value, SITE_URL: '' })).toThrow(refusal);
      const SITE_URL = 'https://www.empresa.com.br';
      expect(readEnvironment({ [name]: value, SITE_URL })).toEqual({ ...NOTHING_SET, SITE_URL });
      expect(() => readEnvironment({ [name]: value, SITE_URL: 'empresa' })).not.toThrow(refusal);
    },
  );

  test('is refused with all its mistakes at once', () => {
    for (const site of [{ SITE_URL: 'x' }, { NETLIFY: 'true' }]) {
      expect(() => readEnvironment({ ...site, PUBLIC_SUPABASE_URL: 'y' })).toThrow(
        /SITE_URL[^]*PUBLIC_SUPABASE_URL/,
      );
    }
  });
});
