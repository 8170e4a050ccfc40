import type { ContactConfig } from './config.ts';
import { errorCode, type Log } from './log.ts';
import { composeMail, type ComposedMail, type MailContent } from './mail.ts';
import type { OpenSmtpSession, SmtpFailure, SmtpSession } from './smtp.ts';
import type { ContactStore, FailedAttempt, StoredMessage } from './store.ts';

/** From this many attempts on a failure is logged as an error, for an alert to hang on to. */
const FAILING_ATTEMPTS = 5;

// Each message marked as sent is one that will not be mailed twice: worth a few tries while the
// database restarts.
const MARK_SENT_RETRY_DELAYS_MS = [0, 500, 2000];

/** Mails messages over one SMTP conversation, and books in the store how each of them went. */
export interface DeliveryRound {
  /**
   * Mails a message that was claimed at `claimedAtMs` of `performance.now()`. Gives it back untried
   * where the mail could outlast the lease, or another has just found no server to talk to.
   */
  deliver(message: StoredMessage, claimedAtMs: number): Promise<'sent' | 'failed' | 'released'>;
  isServerReachable(): boolean;
  /** Ends the conversation, and resolves once everything is booked. */
  finish(): Promise<void>;
}

export interface MailerDeps {
  store: ContactStore;
  openSession: OpenSmtpSession;
  config: ContactConfig;
  log: Log;
}

export function startDeliveryRound({ store, openSession, config, log }: MailerDeps): DeliveryRound {
  const { smtp, leaseSeconds } = config;
  // An attempt at its longest ends before the lease does.
  const latestStartMs = leaseSeconds * 1000 - (2 * smtp.deadlineMs + smtp.answerMs);
  let session: SmtpSession | undefined;
  let isReachable = true;
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
    async deliver(message, claimedAtMs) {
      const startedAt = performance.now();
      if (!isReachable || startedAt - claimedAtMs > latestStartMs) {
        // Where even that fails the lease ends, and the retry job takes it all the same.
        await store.release(message.id, message.attempts).catch(() => undefined);
        return 'released';
      }
      let mail: ComposedMail;
      try {
        mail = await composeMail(message, config);
      } catch (error) {
        // One that cannot be written must not hold up those that can.
        await bookFailed(message, { code: errorCode(error), isUnsafe: true });
        return 'failed';
      }
      try {
        session ??= await openSession();
      } catch (error) {
        await bookFailed(message, { code: errorCode(error), isUnsafe: false });
        isReachable = false;
        return 'failed';
      }
      try {
        await session.send(mail, smtp.answerMs);
      } catch (error) {
        // A session that failed is closed, whatever the reason; the next mail opens another.
        session = undefined;
        const { isUnsafe = false } = error as SmtpFailure;
        await bookFailed(message, { code: errorCode(error), isUnsafe });
        return 'failed';
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
    isServerReachable: () => isReachable,
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
  { openSession, config }: Pick<MailerDeps, 'openSession' | 'config'>,
): Promise<void> {
  const mail = await composeMail(content, config);
  const session = await openSession();
  await session.send(mail);
  session.close();
}
