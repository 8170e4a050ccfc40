// The real stack for a test file: a PostgreSQL engine, an SMTP server, and as many function processes as a
// test asks for. Every port is a free one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach } from 'vitest';

import { startPglite } from '../../../local/database.ts';
import {
  startFunction,
  type DenoVersion,
  type FunctionProcess,
} from '../../../local/function-process.ts';
import { startMailbox } from '../../support/smtp-server.ts';
import { environmentFor } from '../../support/submissions.ts';

/** As on Supabase: the API roles exist before the migrations and get rights to new objects by default. */
export const SUPABASE_ROLES = `
  create role anon; create role authenticated; create role service_role bypassrls;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;`;

/** Empties the database. */
export const EMPTY = `
  truncate contact_private.messages, contact_private.rate_events, contact_private.state restart identity;
  insert into contact_private.state default values;`;

/** SQL that stores waiting messages, numbered from 1. */
export const insertMessages = (count: number) => `
  insert into contact_private.messages (submission_key, name, phone, message)
  select encode(sha256(random()::text::bytea), 'hex'), 'Cliente ' || i, '(49) 98888-' || 1000 + i, 'M'
  from generate_series(1, ${count}) i;`;

const GUIDE = readFileSync(join(import.meta.dirname, '../../../docs/contact.md'), 'utf8');
/** SQL of docs/contact.md that begins with this comment. */
export const guideSql = (comment: string) =>
  new RegExp(`-- ${comment}[^\n]*\n([^\`]*)`).exec(GUIDE)?.[1] ?? '';

/** Everything that a test file needs: emptied after each test, stopped after the last. */
export async function useStack() {
  const database = await startPglite();
  const { query } = database;
  const smtp = await startMailbox('starttls');
  const functions: FunctionProcess[] = [];
  /** Log lines of all function processes so far. */
  const logLines: string[] = [];
  const environment = environmentFor(database, smtp, {
    stepMs: 6000,
    loginMs: 2000,
    replyMs: 1500,
  });

  afterEach(async () => {
    // A mail still being sent would arrive during the next test.
    await smtp.untilIdle();
    await query(EMPTY);
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
    async startFunction(change: Record<string, string> = {}, deno?: DenoVersion) {
      const started = await startFunction({
        deno: deno ?? 'newest',
        environment: { ...environment, ...change },
        onLine: (line) => logLines.push(line),
      });
      functions.push(started);
      return started;
    },
  };
}
