import type { SubmissionIdentity } from './idempotency.ts';
import type { SmtpFailure } from './smtp.ts';

const HOUR_MS = 60 * 60 * 1000;

/** While the database is down it cannot count: then one instance mails at most this much an hour. */
const MAX_DIRECT_MAILS_PER_HOUR = 60;

/** Few, because every instance counts for itself. */
const MAX_DIRECT_MAILS_PER_VISITOR = 5;

/** Keeps an outage of the database from being used to flood the mailbox. Per instance, in memory. */
export interface DirectLimit {
  /**
   * Mails a submission with `send`, unless the limit of the hour or of the visitor is reached, or
   * this instance has mailed it within the hour. Whoever comes with the same one while it is being
   * mailed shares its outcome.
   *
   * Rejects as `send` does. A mail that surely failed does not count.
   */
  mailOnce(
    identity: Pick<SubmissionIdentity, 'idempotencyKey' | 'duplicateKeys'>,
    visitorHash: string | null,
    send: () => Promise<void>,
  ): Promise<'mailed' | 'repeated' | 'limited'>;
}

interface Mailing {
  visitorHash: string | null;
  sent: Promise<void>;
}

/** @param uptimeMs never goes back, whatever becomes of the machine's time */
export function createDirectLimit(uptimeMs = () => performance.now()): DirectLimit {
  let hour = 0;
  /** What this hour has mailed, or is mailing: its size is the count. */
  let mailings = new Map<string, Mailing>();

  return {
    async mailOnce({ idempotencyKey, duplicateKeys }, visitorHash, send) {
      const hourNow = Math.floor(uptimeMs() / HOUR_MS);
      if (hourNow !== hour) [hour, mailings] = [hourNow, new Map()];
      const counted = mailings;
      const same = duplicateKeys.map((key) => counted.get(key)).find((one) => one !== undefined);
      if (same !== undefined) {
        await same.sent;
        return 'repeated';
      }
      const fromVisitor = [...counted.values()].filter((one) => one.visitorHash === visitorHash);
      const isVisitorFull =
        visitorHash !== null && fromVisitor.length >= MAX_DIRECT_MAILS_PER_VISITOR;
      if (isVisitorFull || counted.size >= MAX_DIRECT_MAILS_PER_HOUR) return 'limited';
      // Counted before it is mailed: others come in meanwhile.
      const mailing = { visitorHash, sent: send() };
      counted.set(idempotencyKey, mailing);
      try {
        await mailing.sent;
      } catch (error) {
        counted.delete(idempotencyKey);
        // The server may have taken it: the next try is another mail.
        if ((error as SmtpFailure).isUnsafe === true) counted.set(crypto.randomUUID(), mailing);
        throw error;
      }
      return 'mailed';
    },
  };
}
