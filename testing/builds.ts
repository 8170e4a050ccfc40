export interface TestBuild {
  folder: string;
  environment: Record<string, string>;
  /** Path that it is built for and served under; none stands for the root. */
  base?: string;
  /** Where its content is, unless it is the tests' own. */
  contentFolder?: string;
}

/** Host of the backend in the tests' browser; `fixtures.ts` leads it to a port of this machine. */
export const BACKEND_HOST = 'backend.test';

const SITE_URL = 'https://www.araucariadigital.example';

const BACKEND = {
  PUBLIC_SUPABASE_URL: `http://${BACKEND_HOST}`,
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_only_for_tests',
};

/** Lists the content files that the first build parsed, one a line. */
export const PARSED_FILES = '.local/test-builds/parsed-files.txt';

export const TEST_BUILDS = {
  /** With a backend, as in production. */
  configured: {
    folder: '.local/test-builds/configured',
    environment: { SITE_URL, ...BACKEND },
  },
  /** Without one: the form has to say so. And without a repository for the editor. */
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
  /** Below a path, as on GitHub Pages. */
  subpath: {
    folder: '.local/test-builds/subpath',
    base: '/site',
    environment: { SITE_URL, SITE_BASE: '/site', ...BACKEND },
  },
  /** Of a company that fills in all that it may, with photos as cameras leave them and the editor. */
  complete: {
    folder: '.local/test-builds/complete',
    contentFolder: '.local/test-builds/complete-content',
    environment: { SITE_URL, CMS_REPO: 'empresa/site', ...BACKEND },
  },
  /** Of another company: its brand, its plans; no clients, no WhatsApp. */
  other: {
    folder: '.local/test-builds/other',
    contentFolder: '.local/test-builds/other-content',
    environment: { SITE_URL: 'https://www.mare.example', ...BACKEND },
  },
} satisfies Record<string, TestBuild>;

/** The contact function of the other company, whose page and mail have its colours. */
export const OTHER_FUNCTIONS = '.local/test-builds/other-functions';

export type BuildName = keyof typeof TEST_BUILDS;
