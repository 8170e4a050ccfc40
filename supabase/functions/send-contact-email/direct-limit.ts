import type { SubmissionIdentity } from './idempotency.ts';

const HOUR_MS = 60 * 60 * 1000;

/** While the database is down it cannot count: then one instance mails at most this much an hour. */
const MAX_DIRECT_MAILS_PER_HOUR = 60;

/** Keeps an outage of the database from being used to flood the mailbox. Per instance, in memory. */
export interface DirectLimit {
  /**
   * Mails a submission with `send`, unless the hour's places are taken, or this instance has mailed it
   * within the hour. While it is still being mailed, whoever comes with the same one shares the outcome.
   *
   * Rejects as `send` does; a mail that failed gives its place back.
   */
  mailOnce(
    identity: Pick<SubmissionIdentity, 'idempotencyKey' | 'duplicateKeys'>,
    now: Date,
    send: () => Promise<void>,
  ): Promise<'mailed' | 'limited'>;
}

interface Mailing {
  startedAtMs: number;
  sent: Promise<void>;
}

export function createDirectLimit(): DirectLimit {
  const mailings = new Map<string, Mailing>();

  function forgetOld(now: Date): void {
    for (const [key, { startedAtMs }] of mailings) {
      if (startedAtMs > now.getTime() - HOUR_MS) break;
      mailings.delete(key);
    }
  }

  return {
    async mailOnce({ idempotencyKey, duplicateKeys }, now, send) {
      forgetOld(now);
      const same = duplicateKeys.map((key) => mailings.get(key)).find((one) => one !== undefined);
      if (same !== undefined) {
        await same.sent;
        return 'mailed';
      }
      if (mailings.size >= MAX_DIRECT_MAILS_PER_HOUR) return 'limited';
      // Taken before the mail is on its way: others come in while it is.
      const mailing = { startedAtMs: now.getTime(), sent: send() };
      mailings.set(idempotencyKey, mailing);
      try {
        await mailing.sent;
      } catch (error) {
        mailings.delete(idempotencyKey);
        throw error;
      }
      return 'mailed';
    },
  };
}
