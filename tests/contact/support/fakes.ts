// Stand-ins for the database and the mail server, for tests of what the handler decides.
import {
  readConfig,
  type ContactConfig,
} from '../../../supabase/functions/send-contact-email/config.ts';
import type { Courier } from '../../../supabase/functions/send-contact-email/courier.ts';
import { createDirectLimit } from '../../../supabase/functions/send-contact-email/direct-limit.ts';
import {
  createHandler,
  type Handler,
} from '../../../supabase/functions/send-contact-email/handler.ts';
import type { LogFields, LogLevel } from '../../../supabase/functions/send-contact-email/log.ts';
import type { ComposedMail } from '../../../supabase/functions/send-contact-email/mail.ts';
import type {
  AcceptResult,
  ContactStore,
  StoredMessage,
  Submission,
} from '../../../supabase/functions/send-contact-email/store.ts';
import { BASE_ENVIRONMENT } from './submissions.ts';

export interface FakeWorld {
  handler: Handler;
  config: ContactConfig;
  store: ContactStore;
  submissions: Submission[];
  couriered: StoredMessage[];
  directMails: ComposedMail[];
  logs: (LogFields & { level: LogLevel; event: string })[];
  /** What the database answers; an Error: that it is down. */
  storeAnswer: AcceptResult | Error;
  isMailServerDown: boolean;
  /** How often the mail server was called, whether it answered or not. */
  mailServerCalls: number;
  isCourierFull: boolean;
  isSelfTestDue: boolean;
  /** What the database finds wrong. */
  databaseAlert: string | null;
  /** Direct mails that the database has been told of. */
  countedDirectMails: number;
  /** What the operator has been told. */
  alerts: string[];
  now: Date;
}

export const STORED: AcceptResult = {
  outcome: 'stored',
  id: '1',
  isSuspect: false,
  isClaimed: true,
  createdAt: new Date('2026-03-02T12:00:00Z'),
};

export function fakeWorld(
  environment: Record<string, string> = {},
  bodyDeadlineMs = 200,
): FakeWorld {
  const config = readConfig({ ...BASE_ENVIRONMENT, ...environment });
  const answer = (): AcceptResult => {
    if (world.storeAnswer instanceof Error) throw world.storeAnswer;
    if (world.storeAnswer.outcome === 'limited') return world.storeAnswer;
    return { ...world.storeAnswer, isClaimed: world.submissions.at(-1)?.isClaimed ?? false };
  };
  const store: ContactStore = {
    accept: (submission) => {
      world.submissions.push(submission);
      return Promise.try(answer);
    },
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
  const courier: Courier = {
    hasRoom: () => !world.isCourierFull,
    take: (message) => world.couriered.push(message),
  };
  const world: FakeWorld = {
    config,
    store,
    submissions: [],
    couriered: [],
    directMails: [],
    logs: [],
    storeAnswer: STORED,
    isMailServerDown: false,
    mailServerCalls: 0,
    isCourierFull: false,
    isSelfTestDue: false,
    databaseAlert: null,
    countedDirectMails: 0,
    alerts: [],
    now: new Date('2026-03-02T12:00:00Z'),
    handler: createHandler({
      config,
      store,
      courier,
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
              send: (mail) => {
                world.directMails.push(mail);
                return Promise.resolve();
              },
              close: () => undefined,
            });
      },
      log: (level, event, fields = {}) => world.logs.push({ level, event, ...fields }),
      now: () => world.now,
      bodyDeadlineMs,
    }),
  };
  return world;
}
