// Stand-ins for the database and the mail server, for tests of what the handler decides.
import { FUNCTION_PATH } from '../../../local/function-process.ts';
import { readConfig } from '../../../supabase/functions/send-contact-email/config.ts';
import { createDirectLimit } from '../../../supabase/functions/send-contact-email/direct-limit.ts';
import { createHandler } from '../../../supabase/functions/send-contact-email/handler.ts';
import type { LogFields, LogLevel } from '../../../supabase/functions/send-contact-email/log.ts';
import type { ComposedMail } from '../../../supabase/functions/send-contact-email/mail.ts';
import type {
  AcceptResult,
  ContactStore,
  StoredMessage,
  Submission,
} from '../../../supabase/functions/send-contact-email/store.ts';
import {
  BASE_ENVIRONMENT,
  formRequest,
  retryRequest,
  scriptRequest,
  type SubmissionOptions,
} from './submissions.ts';

const BASE = 'http://function.test';

export type FakeWorld = ReturnType<typeof fakeWorld>;

export const STORED: AcceptResult = {
  outcome: 'stored',
  id: '1',
  isSuspect: false,
  isClaimed: true,
  createdAt: new Date('2026-03-02T12:00:00Z'),
};

/** The handler, and what the world around it is, does and has seen; a test may change it at any time. */
export function fakeWorld(environment: Record<string, string> = {}) {
  const config = readConfig({ ...BASE_ENVIRONMENT, ...environment });
  const world = {
    submissions: [] as Submission[],
    couriered: [] as StoredMessage[],
    directMails: [] as ComposedMail[],
    logs: [] as (LogFields & { level: LogLevel; event: string })[],
    /** What the database answers; an Error: that it is down. */
    storeAnswer: STORED as AcceptResult | Error,
    isMailServerDown: false,
    /** How often the mail server was called, whether it answered or not. */
    mailServerCalls: 0,
    isCourierFull: false,
    isSelfTestDue: false,
    /** What the database finds wrong. */
    databaseAlert: null as string | null,
    /** Direct mails that the database has been told of. */
    countedDirectMails: 0,
    /** What the operator has been told. */
    alerts: [] as string[],
    now: new Date('2026-03-02T12:00:00Z'),
  };
  const store: ContactStore = {
    accept: (submission) =>
      Promise.try(() => {
        world.submissions.push(submission);
        if (world.storeAnswer instanceof Error) throw world.storeAnswer;
        if (world.storeAnswer.outcome === 'limited') return world.storeAnswer;
        return { ...world.storeAnswer, isClaimed: submission.isClaimed };
      }),
    claimDue: () => Promise.resolve([]),
    markSent: () => Promise.resolve(),
    markFailed: () => Promise.resolve(),
    release: () => Promise.resolve(),
    beginRun: () => Promise.resolve(world.isSelfTestDue),
    purgeExpired: () => Promise.resolve(0),
    claimAlert: () => Promise.resolve(world.databaseAlert),
    countDirectMails: (count) => Promise.resolve(void (world.countedDirectMails += count)),
    close: () => Promise.resolve(),
  };
  const handler = createHandler({
    config,
    store,
    courier: {
      hasRoom: () => !world.isCourierFull,
      take: (message) => world.couriered.push(message),
    },
    directLimit: createDirectLimit(),
    alerter: {
      isReady: () => true,
      send: (problem) => Promise.resolve(void world.alerts.push(problem)),
    },
    waitUntil: () => undefined,
    openSession: () => {
      world.mailServerCalls += 1;
      return world.isMailServerDown
        ? Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
        : Promise.resolve({
            send: (mail) => Promise.resolve(void world.directMails.push(mail)),
            close: () => undefined,
          });
    },
    log: (level, event, fields = {}) => world.logs.push({ level, event, ...fields }),
    now: () => world.now,
    bodyDeadlineMs: 200,
  });
  return Object.assign(world, {
    config,
    store,
    /** Any request at all, to the function's path where no other is given. */
    call(init: RequestInit, path: string = FUNCTION_PATH) {
      // TypeScript's library does not know `duplex` yet, which streamed bodies need.
      const options = { method: 'POST', ...init, duplex: 'half' };
      return handler(new Request(`${BASE}${path}`, options));
    },
    send: (body?: unknown, options?: SubmissionOptions) =>
      handler(scriptRequest(BASE, body, options)),
    sendForm: (fields?: Record<string, string>, options?: SubmissionOptions) =>
      handler(formRequest(BASE, fields, options)),
    runJob: (secret?: string) => handler(retryRequest(BASE, secret)),
  });
}
