import { defineConfig } from 'vitest/config';

/**
 * `npm run test:postgres`: the contact function's database on PostgreSQL 14 or newer with pg_cron, behind
 * PgBouncer, and the documented commands on today's Supabase CLI. All three have to be on this machine or
 * to be had from npm.
 */
export default defineConfig({
  test: { include: ['tests/postgres/**/*.test.ts'], hookTimeout: 60_000, testTimeout: 120_000 },
});
