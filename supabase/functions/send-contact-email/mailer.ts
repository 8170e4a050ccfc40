import { errorCode, type Log } from './log.ts';
import { composeMail, type ComposedMail, type MailContent, type MailSettings } from './mail.ts';
import type { OpenSmtpSession, SmtpFailure, SmtpSession } from './smtp.ts';
import type { ContactStore, FailedAttempt, StoredMessage } from './store.ts';

/** From this many attempts on a failure is logged as an error, for an alert to hang on to. */
const FAILING_ATTEMPTS = 5;

// Each message marked as sent is one that will not be mailed twice: worth a few tries while the
// database restarts.
const MARK_SENT_RETRY_DELAYS_MS = [0, 500, 2000];

/**
 * - `sent`: the SMTP server took it.
 * - `refused`: this mail failed, the next one may not.
 * - `unreachable`: there is no server to talk to; trying others now only wastes their attempts.
 */
export type DeliveryOutcome = 'sent' | 'refused' | 'unreachable';

/** Mails messages over one SMTP conversation, and books in the store how each of them went. */
export interface DeliveryRound {
  deliver(message: StoredMessage): Promise<DeliveryOutcome>;
  /** Ends the conversation, and resolves once everything is booked. */
  finish(): Promise<void>;
}

/** How long an attempt takes at its longest, in milliseconds: a new one has to end within the lease. */
export function longestAttemptMs({
  deadlineMs,
  answerMs,
}: {
  deadlineMs: number;
  answerMs: number;
}) {
  return 2 * deadlineMs + answerMs;
}

export interface MailerDeps {
  store: ContactStore;
  openSession: OpenSmtpSession;
  settings: MailSettings & { smtp: { deadlineMs: number; answerMs: number } };
  log: Log;
}

export function startDeliveryRound({
  store,
  openSession,
  settings,
  log,
}: MailerDeps): DeliveryRound {
  let session: SmtpSession | undefined;
  // Sent and not booked yet. Booked beside the next mail, all that have gathered in one go: under
  // a rush that is one transaction for many.
  const sentIds: string[] = [];
  let booking: Promise<void> | undefined;

  async function bookSent(): Promise<void> {
    while (sentIds.length > 0) await markSent(sentIds.splice(0));
    booking = undefined;
  }

  async function markSent(ids: readonly string[]): Promise<void> {
    for (const delayMs of MARK_SENT_RETRY_DELAYS_MS) {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      try {
        await store.markSent(ids);
        return;
      } catch (error) {
        log('warn', 'mark_sent_failed', { count: ids.length, code: errorCode(error) });
      }
    }
  }

  async function bookFailed(message: StoredMessage, failure: FailedAttempt): Promise<void> {
    const isFailing = message.attempts >= FAILING_ATTEMPTS;
    log(isFailing ? 'error' : 'warn', isFailing ? 'message_failing' : 'mail_failed', {
      id: message.id,
      ...failure,
      attempts: message.attempts,
    });
    try {
      await store.markFailed(message.id, message.attempts, failure);
    } catch (error) {
      // Nothing is lost: the claim ends with its lease, and the retry job takes over.
      log('warn', 'mark_failed_failed', { id: message.id, code: errorCode(error) });
    }
  }

  return {
    async deliver(message) {
      const startedAt = performance.now();
      let mail: ComposedMail;
      try {
        mail = await composeMail(message, settings);
      } catch (error) {
        // One that cannot be written must not hold up those that can.
        await bookFailed(message, { code: errorCode(error), isUnsafe: true });
        return 'refused';
      }
      try {
        session ??= await openSession();
      } catch (error) {
        await bookFailed(message, { code: errorCode(error), isUnsafe: false });
        return 'unreachable';
      }
      try {
        await session.send(mail, settings.smtp.answerMs);
      } catch (error) {
        // A session that failed is closed, whatever the reason; the next mail opens another.
        session = undefined;
        const { isUnsafe = false } = error as SmtpFailure;
        await bookFailed(message, { code: errorCode(error), isUnsafe });
        return 'refused';
      }
      log('info', 'mail_sent', {
        id: message.id,
        attempts: message.attempts,
        ms: Math.round(performance.now() - startedAt),
      });
      sentIds.push(message.id);
      booking ??= bookSent();
      return 'sent';
    },
    async finish() {
      session?.close();
      session = undefined;
      await booking;
    },
  };
}

/** Mails a message that could not be stored. Rejects unless the SMTP server has taken it. */
export async function mailDirectly(
  content: MailContent,
  { openSession, settings }: { openSession: OpenSmtpSession; settings: MailSettings },
): Promise<void> {
  const mail = await composeMail(content, settings);
  const session = await openSession();
  await session.send(mail);
  session.close();
}
