// Fakes of the database and the mail server, for tests of the handler's decisions.
import { FUNCTION_PATH } from '../../../local/function-process.ts';
import { createAlerter } from '../../../supabase/functions/send-contact-email/alert.ts';
import {
  readConfig,
  type ContactConfig,
} from '../../../supabase/functions/send-contact-email/config.ts';
import { createDirectLimit } from '../../../supabase/functions/send-contact-email/direct-limit.ts';
import { createHandler } from '../../../supabase/functions/send-contact-email/handler.ts';
import type { Log } from '../../../supabase/functions/send-contact-email/log.ts';
import type { ComposedMail } from '../../../supabase/functions/send-contact-email/mail.ts';
import type { OpenSmtpSession } from '../../../supabase/functions/send-contact-email/smtp.ts';
import type {
  ContactStore,
  StoredMessage,
  Submission,
} from '../../../supabase/functions/send-contact-email/store.ts';
import {
  BASE_ENVIRONMENT,
  formRequest,
  jobRequest,
  scriptRequest,
  type SubmissionOptions,
} from '../../support/submissions.ts';

const BASE = 'http://function.test';

interface World {
  config: ContactConfig;
  /** Messages that the database has stored. */
  submissions: Submission[];
  /** Mails that the mail server has accepted. */
  mails: ComposedMail[];
  logs: { level: string; event: string; [field: string]: unknown }[];
  tallies: Map<string, number>;
  /** Work that continues after the response. */
  background: Promise<unknown>[];
  /** Messages that the database hands out for mailing. */
  due: StoredMessage[];
  purges: number;
  isDatabaseDown: boolean;
  /** A silent server accepts mails and never confirms them. */
  mailServer: 'up' | 'down' | 'silent';
  now: Date;
}

/** The handler and its fakes, whose behaviour and records a test may change at any time. */
export function fakeWorld(environment: Record<string, string> = {}) {
  const config = readConfig({ ...BASE_ENVIRONMENT, ...environment });
  const world: World = {
    config,
    submissions: [],
    mails: [],
    logs: [],
    tallies: new Map(),
    background: [],
    due: [],
    purges: 0,
    isDatabaseDown: false,
    mailServer: 'up',
    now: new Date('2026-03-02T12:00:00Z'),
  };
  const store: ContactStore = {
    accept(submission) {
      if (world.isDatabaseDown) return Promise.reject(new Error('down'));
      world.submissions.push(submission);
      return Promise.resolve({ outcome: 'stored', id: '1', isSuspect: false });
    },
    claimMail: () => Promise.resolve(world.due.splice(0, 1)),
    markSent: () => Promise.resolve(),
    markFailed: () => Promise.resolve(),
    beginRun: () => Promise.resolve(true),
    purgeExpired() {
      world.purges += 1;
      return Promise.resolve();
    },
    claimAlert: () => Promise.resolve(null),
    confirmAlert: () => Promise.resolve(),
    tally(kind, count) {
      world.tallies.set(kind, (world.tallies.get(kind) ?? 0) + count);
      return Promise.resolve();
    },
  };
  const openSession: OpenSmtpSession = () => {
    if (world.mailServer === 'down') {
      return Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    }
    const send = (mail: ComposedMail) => {
      world.mails.push(mail);
      if (world.mailServer === 'up') return Promise.resolve();
      return Promise.reject(
        Object.assign(new Error('late'), { code: 'DEADLINE', isCounted: true }),
      );
    };
    return Promise.resolve({ send, close: () => undefined });
  };
  const log: Log = (level, event, fields = {}) => world.logs.push({ level, event, ...fields });
  const now = () => world.now;
  const handler = createHandler({
    config,
    store,
    backgroundMailer: { start: () => undefined },
    directLimit: createDirectLimit(() => now().getTime()),
    alerter: createAlerter({ config, openSession, log, now }),
    waitUntil: (work) => world.background.push(work),
    openSession,
    log,
    now,
  });
  return Object.assign(world, {
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
  });
}
