export interface TestBuild {
  folder: string;
  environment: Record<string, string>;
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

/** File that lists the content files the first build parsed, one per line. */
export const PARSED_FILES = '.local/test-builds/parsed-files.txt';

export const TEST_BUILDS = {
  /** With a backend, as in production. */
  configured: {
    folder: '.local/test-builds/configured',
    environment: { SITE_URL, ...BACKEND },
  },
  /** Without a backend, which the form must report, and without a repository for the editor. */
  unconfigured: {
    folder: '.local/test-builds/unconfigured',
    environment: {
      SITE_URL,
      PUBLIC_SUPABASE_URL: '',
      PUBLIC_SUPABASE_ANON_KEY: '',
      CMS_REPO: '',
      CMS_BACKEND: '',
    },
  },
  /** With a base path, as on GitHub Pages. */
  subpath: {
    folder: '.local/test-builds/subpath',
    base: '/site',
    environment: { SITE_URL, SITE_BASE: '/site', ...BACKEND },
  },
  /** A company that fills in every optional field, with photos straight from a camera and from the editor. */
  complete: {
    folder: '.local/test-builds/complete',
    contentFolder: '.local/test-builds/complete-content',
    environment: { SITE_URL, CMS_REPO: 'empresa/site', ...BACKEND },
  },
  /** Another company: its own brand and plans, no clients, no WhatsApp. */
  other: {
    folder: '.local/test-builds/other',
    contentFolder: '.local/test-builds/other-content',
    environment: { SITE_URL: 'https://www.mare.example', ...BACKEND },
  },
} satisfies Record<string, TestBuild>;

/** The other company's contact function, whose page and mail use its colours. */
export const OTHER_FUNCTIONS = '.local/test-builds/other-functions';

export type BuildName = keyof typeof TEST_BUILDS;
