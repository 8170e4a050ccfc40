// Stand-ins for the database and the mail server, for tests of what the handler decides.
import { FUNCTION_PATH } from '../../../local/function-process.ts';
import { readConfig } from '../../../supabase/functions/send-contact-email/config.ts';
import { createDirectLimit } from '../../../supabase/functions/send-contact-email/direct-limit.ts';
import { createHandler } from '../../../supabase/functions/send-contact-email/handler.ts';
import type {
  Log,
  LogFields,
  LogLevel,
} from '../../../supabase/functions/send-contact-email/log.ts';
import type { ComposedMail } from '../../../supabase/functions/send-contact-email/mail.ts';
import type { OpenSmtpSession } from '../../../supabase/functions/send-contact-email/smtp.ts';
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
};

/** The handler, and what the world around it is, does and has seen; a test may change it at any time. */
export function fakeWorld(environment: Record<string, string> = {}) {
  const config = readConfig({ ...BASE_ENVIRONMENT, ...environment });
  const world = {
    submissions: [] as Submission[],
    /** How often the courier was called. */
    courierStarts: 0,
    /** What the database hands out to be mailed, and what it has been told became of it. */
    due: [] as StoredMessage[],
    reports: [] as string[],
    /** What the mail server has taken. */
    mails: [] as ComposedMail[],
    logs: [] as (LogFields & { level: LogLevel; event: string })[],
    /** What the database answers; an Error: that it is down. */
    storeAnswer: STORED as AcceptResult | Error,
    /** A silent one takes mails and never says so. */
    mailServer: 'up' as 'up' | 'down' | 'silent',
    /** How often the mail server was called, whether it answered or not. */
    mailServerCalls: 0,
    isSelfTestDue: false,
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
        return world.storeAnswer;
      }),
    claimNext: () => Promise.resolve(world.due.shift()),
    markSent: (id) => Promise.resolve(void world.reports.push(`${id} sent`)),
    markFailed: (id, _attempts, { isUnsafe }) =>
      Promise.resolve(void world.reports.push(`${id} ${isUnsafe ? 'unsafe' : 'failed'}`)),
    beginRun: () => Promise.resolve(world.isSelfTestDue),
    purgeExpired: () => Promise.resolve(0),
    claimAlert: () => Promise.resolve(null),
    countDirectMails: (count) => Promise.resolve(void (world.countedDirectMails += count)),
  };
  const openSession: OpenSmtpSession = () => {
    world.mailServerCalls += 1;
    if (world.mailServer === 'down') {
      return Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    }
    const send = (mail: ComposedMail) => {
      world.mails.push(mail);
      if (world.mailServer === 'up') return Promise.resolve();
      return Promise.reject(Object.assign(new Error('late'), { code: 'DEADLINE', isUnsafe: true }));
    };
    return Promise.resolve({ send, close: () => undefined });
  };
  const log: Log = (level, event, fields = {}) => world.logs.push({ level, event, ...fields });
  const handler = createHandler({
    config,
    store,
    courier: { start: () => void (world.courierStarts += 1) },
    directLimit: createDirectLimit(),
    alerter: {
      isReady: () => true,
      send: (problem) => Promise.resolve(void world.alerts.push(problem)),
    },
    waitUntil: () => undefined,
    openSession,
    log,
    now: () => world.now,
    bodyDeadlineMs: 200,
  });
  return Object.assign(world, {
    config,
    openSession,
    log,
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
