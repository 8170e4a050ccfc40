// The handler in this process, with a PostgreSQL engine, for tests of its decisions about requests.
import { afterAll } from 'vitest';

import { startPglite } from '../../../local/database.ts';
import { FUNCTION_PATH } from '../../../local/function-process.ts';
import { readConfig } from '../../../supabase/functions/send-contact-email/config.ts';
import { createHandler } from '../../../supabase/functions/send-contact-email/handler.ts';
import type { Log } from '../../../supabase/functions/send-contact-email/log.ts';
import {
  createPostgresStore,
  type StoredMessage,
} from '../../../supabase/functions/send-contact-email/store.ts';
import { EMPTY } from './stack.ts';
import {
  BASE_ENVIRONMENT,
  formRequest,
  jobRequest,
  scriptRequest,
  type SubmissionOptions,
} from '../../support/submissions.ts';

const BASE = 'http://function.test';

/** The handler and what it has done. A test may change `now`, and `change` settings. */
export async function useWorld() {
  const database = await startPglite();
  afterAll(() => database.stop());
  const { query } = database;
  const logs: { level: string; event: string; [field: string]: unknown }[] = [];
  const log: Log = (level, event, fields = {}) => logs.push({ level, event, ...fields });

  const handlerFor = (environment: Record<string, string>) => {
    const config = readConfig({
      ...BASE_ENVIRONMENT,
      SUPABASE_DB_URL: database.url,
      ...environment,
    });
    return createHandler({
      config,
      store: createPostgresStore(config),
      mailInBackground: () => undefined,
      // Tests of the delivery have a mail server.
      openSession: () => Promise.reject(new Error('no mail server')),
      waitUntil: () => undefined,
      log,
      now: () => world.now,
    });
  };
  let handler = handlerFor({});

  const world = {
    database,
    query,
    logs,
    now: new Date('2026-03-02T12:00:00Z'),
    change(environment: Record<string, string>) {
      handler = handlerFor(environment);
    },
    reset: async () => {
      await query(EMPTY);
      logs.length = 0;
      world.now = new Date('2026-03-02T12:00:00Z');
      handler = handlerFor({});
    },
    rows: () =>
      query<StoredMessage & Record<string, unknown>>(
        'select * from public.contact_messages order by id',
      ),
    /** Any request, by default to the function's path. */
    call(init: RequestInit, path: string = FUNCTION_PATH) {
      // TypeScript's DOM types lack `duplex`, which streamed bodies need.
      const options = { method: 'POST', ...init, duplex: 'half' };
      return handler(new Request(`${BASE}${path}`, options));
    },
    send: (body?: unknown, options?: SubmissionOptions) =>
      handler(scriptRequest(BASE, body, options)),
    sendForm: (fields?: Record<string, string>, options?: SubmissionOptions) =>
      handler(formRequest(BASE, fields, options)),
    runJob: (secret?: string) => handler(jobRequest(BASE, secret)),
  };
  return world;
}
