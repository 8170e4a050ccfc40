export interface TestBuild {
  folder: string;
  environment: Record<string, string>;
}

/** Host of the backend in the tests' browser; `fixtures.ts` maps it to a port of this machine. */
export const BACKEND_HOST = 'backend.test';

const SITE_URL = 'https://www.araucariadigital.example';

export const TEST_BUILDS = {
  /** With a backend, as in production. */
  configured: {
    folder: '.local/test-builds/configured',
    environment: {
      SITE_URL,
      PUBLIC_SUPABASE_URL: `http://${BACKEND_HOST}`,
      PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_only_for_tests',
    },
  },
  /** Without one: the form has to say so. */
  unconfigured: {
    folder: '.local/test-builds/unconfigured',
    environment: { SITE_URL, PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_ANON_KEY: '' },
  },
} satisfies Record<string, TestBuild>;

export type BuildName = keyof typeof TEST_BUILDS;
