export interface TestBuild {
  folder: string;
  environment: Record<string, string>;
  /** The file that has the variables, instead of the process. */
  envFile?: string;
  /** Base path that the site is built for and served under; undefined for the root. */
  base?: string;
  /** Content folder; the tests' own by default. */
  contentFolder?: string;
}

/** Host of the backend in the tests' browser; `fixtures.ts` routes it to a local port. */
export const BACKEND_HOST = 'backend.test';

const SITE_URL = 'https://www.araucariadigital.example';

const BACKEND = {
  PUBLIC_SUPABASE_URL: `http://${BACKEND_HOST}`,
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_only_for_tests',
};

export const TEST_BUILDS = {
  /** With a backend, as in production. */
  configured: {
    folder: '.local/test-builds/configured',
    envFile: '.env.local',
    environment: { SITE_URL, ...BACKEND },
  },
  /**
   * The least: a base path, as on GitHub Pages, no backend, which the form must report, no clients, no
   * portrait and no WhatsApp.
   */
  subpath: {
    folder: '.local/test-builds/subpath',
    base: '/site',
    environment: {
      SITE_URL,
      SITE_BASE: '/site',
      PUBLIC_SUPABASE_URL: '',
      PUBLIC_SUPABASE_ANON_KEY: '',
    },
  },
  /** A company that fills in every optional field, with photos straight from a camera and from the editor. */
  complete: {
    folder: '.local/test-builds/complete',
    envFile: '.env.production',
    contentFolder: '.local/test-builds/complete-content',
    environment: { SITE_URL, CMS_REPO: 'empresa/site', CMS_SIGN_IN: 'public_repo', ...BACKEND },
  },
} satisfies Record<string, TestBuild>;

export type BuildName = keyof typeof TEST_BUILDS;
