import { defineConfig } from 'vitest/config';

/** For a machine a tenth as fast: no test judges speed. */
const TIMEOUT_MS = 300_000;

export default defineConfig({
  // Hides warnings about broken source maps of packages.
  logLevel: 'error',
  test: {
    // One more than a small machine's two cores: some tests wait for a server.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,src,tests/unit,tests/contact}/**/*.test.ts'],
          exclude: ['**/*.{site,release}.test.ts'],
          // Test files share modules; loading them for each file would take a third of the time.
          isolate: false,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      // Reads what tests/support/make-builds.ts has built.
      {
        test: {
          name: 'site',
          include: ['tests/site/**/*.test.ts', 'packages/**/*.site.test.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      // `npm run test:release`: whole builds of copies of the project, which take minutes.
      {
        test: {
          name: 'release',
          include: ['tests/release/**/*.test.ts', 'packages/**/*.release.test.ts'],
          testTimeout: 15 * TIMEOUT_MS,
        },
      },
      // `npm run test:hosts`: the built site on Cloudflare's server and on nginx.
      {
        test: {
          name: 'hosts',
          include: ['tests/hosts/**/*.test.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: 2 * TIMEOUT_MS,
        },
      },
      // `npm run test:postgres`: the contact function's database on PostgreSQL 15 or newer with pg_cron, the
      // documented commands on today's Supabase CLI, and the hourly watch in a POSIX shell.
      {
        test: {
          name: 'postgres',
          include: ['tests/postgres/**/*.test.ts'],
          testTimeout: 2 * TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
    ],
  },
});
