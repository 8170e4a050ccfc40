import { tellOperator, type Alerter } from './alert.ts';
import type { ContactConfig } from './config.ts';
import { errorCode, type Log } from './log.ts';
import { composeMail, type ComposedMail, type MailContent } from './mail.ts';
import { isCounted, type OpenSmtpSession, type SmtpSession } from './smtp.ts';
import { idsOf, type ContactStore, type FailedAttempt, type StoredMessage } from './store.ts';

/** The job runs every minute; runs that do not overlap keep the load even. */
const RUN_BUDGET_MS = 40_000;
/** Hosted Supabase allows two seconds of CPU time per request; a message takes up to 15 ms. */
const MAX_MESSAGES_PER_RUN = 100;

// Marking a message as sent prevents a second mail: worth a few retries while the database restarts.
const MARK_SENT_RETRY_DELAYS_MS = [0, 500, 2000];

export interface MailerDeps {
  store: ContactStore;
  openSession: OpenSmtpSession;
  config: ContactConfig;
  log: Log;
}

/** Counts messages, not mails. */
export type MailCounts = Record<'sent' | 'failed', number>;

/**
 * Mails what is due, within the limits of a run, and records each outcome. Mails share an SMTP session
 * until one fails. Runs may overlap, because each message is claimed by one of them. Stops early if no
 * session can be opened.
 *
 * @throws when the database does not answer
 */
export async function mailDue(deps: MailerDeps): Promise<MailCounts> {
  const { store, openSession, config, log } = deps;
  const startedAt = performance.now();
  const counts = { sent: 0, failed: 0 };
  let session: SmtpSession | undefined;
  /** Runs in parallel with the next mail. */
  let marking = Promise.resolve();

  async function fail(messages: StoredMessage[], failure: FailedAttempt): Promise<void> {
    counts.failed += messages.length;
    const id = idsOf(messages).join();
    log('warn', 'mail_failed', { id, ...failure });
    try {
      await store.markFailed(messages, failure);
    } catch (error) {
      // Nothing is lost: the lease expires and releases the claim.
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
        // A message that cannot be composed must not block the others.
        await fail(messages, { code: errorCode(error), isCounted: true });
        continue;
      }
      try {
        session ??= await openSession();
      } catch (error) {
        await fail(messages, { code: errorCode(error), isCounted: false });
        break;
      }
      try {
        await session.send(mail, config.smtp.replyMs);
      } catch (error) {
        // A failed session is closed, whatever the reason; the next mail opens another.
        session = undefined;
        await fail(messages, { code: errorCode(error), isCounted: isCounted(error) });
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

export type BackgroundMailer = ReturnType<typeof createBackgroundMailer>;

/**
 * Mails messages in the background, one run at a time, after their visitors have a response. The job mails
 * what is left. Sends alerts as well, in case the job does not run.
 */
export function createBackgroundMailer(
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
      deps.log('warn', 'background_mail_failed', { code: errorCode(error) });
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

/** Mails a message that could not be stored. Rejects unless the SMTP server accepts it. */
export async function mailDirectly(
  content: MailContent,
  { openSession, config }: Pick<MailerDeps, 'openSession' | 'config'>,
): Promise<void> {
  const mail = await composeMail([content], config);
  const session = await openSession();
  await session.send(mail);
  session.close();
}
