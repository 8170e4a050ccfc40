// The real stack for a test file: a PostgreSQL engine, an SMTP server, and as many function processes as a
// test asks for. Every port is a free one.
import { afterAll, afterEach, vi } from 'vitest';

import { startPglite } from '../../../local/database.ts';
import {
  availableDenos,
  startFunction,
  type DenoVersion,
  type FunctionProcess,
} from '../../../local/function-process.ts';
import { startMailbox, WAIT } from './mailbox.ts';
import { BASE_ENVIRONMENT } from '../../support/submissions.ts';

/** Supabase's Deno is older than the newest one; messages have to arrive from both. */
export const DENOS = availableDenos();

/** As on Supabase: the API roles exist before the migrations and get rights to new objects by default. */
export const SUPABASE_ROLES = `
  create role anon; create role authenticated; create role service_role bypassrls;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;`;

/** Everything that a test file needs: emptied after each test, stopped after the last. */
export async function useStack() {
  const database = await startPglite();
  const { query } = database;
  // The daily self-test has a test of its own.
  await query('update contact_private.job set self_tested_at = now()');
  const smtp = await startMailbox('tls');
  const functions: FunctionProcess[] = [];
  /** Log lines of all function processes so far. */
  const logLines: string[] = [];

  /** Resolves once no worker holds a message. */
  const untilIdle = () =>
    vi.waitUntil(async () => {
      const rows = await query(
        `select from public.contact_messages
         where claim is not null and next_attempt_at > now()`,
      );
      return rows.length === 0;
    }, WAIT);

  afterEach(async () => {
    // A mail still being sent would arrive during the next test.
    await untilIdle();
    await query(`
      update public.contact_messages set sent_at = now();
      truncate public.contact_messages, contact_private.rate_events, contact_private.tallies;
      delete from contact_private.job;
      insert into contact_private.job (self_tested_at) values (now());
    `);
    smtp.empty();
    logLines.length = 0;
  });
  afterAll(async () => {
    await Promise.all(functions.map((started) => started.kill('SIGKILL')));
    await smtp.stop();
    await database.stop();
  });

  return {
    smtp,
    database,
    query,
    logLines,
    untilIdle,
    async startFunction(environment: Record<string, string> = {}, deno?: DenoVersion) {
      const started = await startFunction({
        deno: deno ?? 'newest',
        environment: {
          ...BASE_ENVIRONMENT,
          SUPABASE_DB_URL: database.url,
          SMTP_PORT: String(smtp.port),
          SMTP_SECURITY: 'tls',
          SMTP_TLS_CA: smtp.ca,
          SMTP_DEADLINE_SECONDS: '3',
          SMTP_ANSWER_SECONDS: '3',
          CONTACT_LEASE_SECONDS: '12',
          CONTACT_RETRY_BASE_SECONDS: '1',
          ...environment,
        },
        onLine: (line) => logLines.push(line),
      });
      functions.push(started);
      return started;
    },
  };
}
