import { tellOperator, type Alerter } from './alert.ts';
import type { ContactConfig } from './config.ts';
import { errorCode, type Log } from './log.ts';
import { composeMail, type ComposedMail, type MailContent } from './mail.ts';
import type { OpenSmtpSession, SmtpFailure, SmtpSession } from './smtp.ts';
import { idsOf, type ContactStore, type FailedAttempt, type StoredMessage } from './store.ts';

/** The job runs every minute; a run that ends before the next begins keeps the load even. */
const RUN_BUDGET_MS = 40_000;
/** Hosted Supabase allows a request two seconds of processor time; a message takes up to 15 ms of it. */
const MAX_MESSAGES_PER_RUN = 100;

// Each message marked as sent is one that will not be mailed twice: worth a few tries while the
// database restarts.
const MARK_SENT_RETRY_DELAYS_MS = [0, 500, 2000];

export interface MailerDeps {
  store: ContactStore;
  openSession: OpenSmtpSession;
  config: ContactConfig;
  log: Log;
}

/** Of messages, not of mails. */
export type MailCounts = Record<'sent' | 'failed', number>;

/**
 * Mails what is due over one SMTP conversation, and records how each mail went. Any number of runs
 * may go on at a time: each message is claimed by one of them. Ends early where no server answers.
 *
 * @throws when the database does not hand out messages
 */
export async function mailDue(deps: MailerDeps): Promise<MailCounts> {
  const { store, openSession, config, log } = deps;
  const startedAt = performance.now();
  const counts = { sent: 0, failed: 0 };
  let session: SmtpSession | undefined;
  /** Goes on beside the next mail. */
  let marking = Promise.resolve();

  async function fail(messages: StoredMessage[], failure: FailedAttempt): Promise<void> {
    counts.failed += messages.length;
    const id = idsOf(messages).join();
    log('warn', 'mail_failed', { id, ...failure });
    try {
      await store.markFailed(messages, failure);
    } catch (error) {
      // Nothing is lost: the claim ends with its lease.
      log('warn', 'mark_failed_failed', { id, code: errorCode(error) });
    }
  }

  async function markSent(messages: StoredMessage[]): Promise<void> {
    counts.sent += messages.length;
    for (const delayMs of MARK_SENT_RETRY_DELAYS_MS) {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      try {
        await store.markSent(messages);
        return;
      } catch (error) {
        log('warn', 'mark_sent_failed', { id: idsOf(messages).join(), code: errorCode(error) });
      }
    }
  }

  try {
    while (
      performance.now() - startedAt < RUN_BUDGET_MS &&
      counts.sent + counts.failed < MAX_MESSAGES_PER_RUN
    ) {
      const messages = await store.claimMail();
      if (messages.length === 0) break;
      const claimedAt = performance.now();
      let mail: ComposedMail;
      try {
        mail = await composeMail(messages, config);
      } catch (error) {
        // One that cannot be written must not hold up those that can.
        await fail(messages, { code: errorCode(error), isUnsafe: true });
        continue;
      }
      try {
        session ??= await openSession();
      } catch (error) {
        await fail(messages, { code: errorCode(error), isUnsafe: false });
        break;
      }
      try {
        await session.send(mail, config.smtp.answerMs);
      } catch (error) {
        // A session that failed is closed, whatever the reason; the next mail opens another.
        session = undefined;
        const { isUnsafe = false } = error as SmtpFailure;
        await fail(messages, { code: errorCode(error), isUnsafe });
        continue;
      }
      const ms = Math.round(performance.now() - claimedAt);
      log('info', 'mail_sent', { id: idsOf(messages).join(), ms });
      await marking;
      marking = markSent(messages);
    }
  } finally {
    session?.close();
    await marking;
  }
  return counts;
}

export type Courier = ReturnType<typeof createCourier>;

/**
 * Mails messages while the visitors who wrote them already have their answers, one run at a time. What it
 * does not manage, the retry job does. It tells the operator what is wrong, too: that job may not run.
 */
export function createCourier(
  deps: MailerDeps & { alerter: Alerter; waitUntil: (work: Promise<unknown>) => void },
) {
  let isRunning = false;
  let isCalled = false;

  async function run(): Promise<void> {
    try {
      while (isCalled) {
        isCalled = false;
        await mailDue(deps);
        await tellOperator(deps);
      }
    } catch (error) {
      deps.log('warn', 'courier_failed', { code: errorCode(error) });
    } finally {
      isRunning = false;
    }
  }

  return {
    start(): void {
      isCalled = true;
      if (isRunning) return;
      isRunning = true;
      deps.waitUntil(run());
    },
  };
}

/** Mails a message that could not be stored. Rejects unless the SMTP server has taken it. */
export async function mailDirectly(
  content: MailContent,
  { openSession, config }: Pick<MailerDeps, 'openSession' | 'config'>,
): Promise<void> {
  const mail = await composeMail([content], config);
  const session = await openSession();
  await session.send(mail);
  session.close();
}
