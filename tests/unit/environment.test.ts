import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/lib/environment.ts';

const NOTHING_SET = {
  SITE_URL: 'http://localhost:4321',
  CMS_BACKEND: 'github',
  CMS_BRANCH: 'main',
};

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
    ['PUBLIC_SUPABASE_URL', 'abcdefgh.supabase.co', 'https://abcdefgh.supabase.co'],
    ['PUBLIC_SUPABASE_URL', 'javascript:alert(1)', 'https://abcdefgh.supabase.co'],
    ['PUBLIC_SUPABASE_ANON_KEY', 'curta', 'anonymous'],
    ['PUBLIC_SUPABASE_ANON_KEY', 'com espaço no meio da chave', 'anonymous'],
  ])('is refused when %s is %j, with a word on what it should be', (name, value, expected) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(
      new RegExp(`${name}[^]*${expected}[^]*${value.slice(0, 5)}`),
    );
  });

  test('is refused with half a backend, with a word on the missing half', () => {
    expect(() => readEnvironment({ PUBLIC_SUPABASE_URL: 'https://abc.supabase.co' })).toThrow(
      /PUBLIC_SUPABASE_ANON_KEY.*go together/,
    );
  });

  test('is refused with all its mistakes at once', () => {
    expect(() => readEnvironment({ SITE_URL: 'x', PUBLIC_SUPABASE_URL: 'y' })).toThrow(
      /SITE_URL[^]*PUBLIC_SUPABASE_URL/,
    );
  });
});
