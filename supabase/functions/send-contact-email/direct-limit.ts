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
    now: Date,
    send: () => Promise<void>,
  ): Promise<'mailed' | 'repeated' | 'limited'>;
}

interface Mailing {
  startedAtMs: number;
  visitorHash: string | null;
  sent: Promise<void>;
}

export function createDirectLimit(): DirectLimit {
  const mailings = new Map<string, Mailing>();

  function forgetOld(nowMs: number): void {
    for (const [key, { startedAtMs }] of mailings) {
      // Nor does a clock that ran ahead count against visitors until it is that late.
      if (startedAtMs <= nowMs - HOUR_MS || startedAtMs > nowMs) mailings.delete(key);
    }
  }

  return {
    async mailOnce({ idempotencyKey, duplicateKeys }, visitorHash, now, send) {
      forgetOld(now.getTime());
      const same = duplicateKeys.map((key) => mailings.get(key)).find((one) => one !== undefined);
      if (same !== undefined) {
        await same.sent;
        return 'repeated';
      }
      const fromVisitor = [...mailings.values()].filter((one) => one.visitorHash === visitorHash);
      const isVisitorFull =
        visitorHash !== null && fromVisitor.length >= MAX_DIRECT_MAILS_PER_VISITOR;
      if (isVisitorFull || mailings.size >= MAX_DIRECT_MAILS_PER_HOUR) return 'limited';
      // Counted before it is mailed: others come in meanwhile.
      const mailing = { startedAtMs: now.getTime(), visitorHash, sent: send() };
      mailings.set(idempotencyKey, mailing);
      try {
        await mailing.sent;
      } catch (error) {
        mailings.delete(idempotencyKey);
        // The server may have taken it: the next try is another mail.
        if ((error as SmtpFailure).isUnsafe === true) mailings.set(crypto.randomUUID(), mailing);
        throw error;
      }
      return 'mailed';
    },
  };
}
