import type { SubmissionIdentity } from './idempotency.ts';
import { isCounted } from './smtp.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Applies to an instance while the database, which keeps the count, is down. */
const MAX_DIRECT_MAILS_PER_HOUR = 60;

/** Low, because each instance keeps its own count. */
const MAX_DIRECT_MAILS_PER_VISITOR_PER_HOUR = 5;

export type DirectLimit = ReturnType<typeof createDirectLimit>;

/**
 * Protects the mailbox from a flood during a database outage. Per instance, in memory.
 *
 * @param uptimeMs a monotonic clock
 */
export function createDirectLimit(uptimeMs = () => performance.now()) {
  let hour = 0;
  /** Sent or being sent in this hour, by idempotency key. */
  let mailings = new Map<string, { visitorHash: string | null; sent: Promise<void> }>();

  return {
    /**
     * Mails a submission with `send`, unless the hour or the visitor has reached the limit, or this instance
     * has mailed it within the hour. Concurrent calls with the same submission share one outcome.
     *
     * Rejects as `send` does. A failure counts only if the server may have accepted the mail or refused it
     * permanently.
     */
    async mailOnce(
      { idempotencyKey, duplicateKeys }: SubmissionIdentity,
      visitorHash: string | null,
      send: () => Promise<void>,
    ): Promise<'mailed' | 'repeated' | 'limited'> {
      const hourNow = Math.floor(uptimeMs() / HOUR_MS);
      if (hourNow > hour) [hour, mailings] = [hourNow, new Map()];
      const counted = mailings;
      const same = duplicateKeys.map((key) => counted.get(key)).find((one) => one !== undefined);
      if (same !== undefined) {
        await same.sent;
        return 'repeated';
      }
      const fromVisitor = [...counted.values()].filter((one) => one.visitorHash === visitorHash);
      const isVisitorFull =
        visitorHash !== null && fromVisitor.length >= MAX_DIRECT_MAILS_PER_VISITOR_PER_HOUR;
      if (isVisitorFull || counted.size >= MAX_DIRECT_MAILS_PER_HOUR) return 'limited';
      // Counted before it is mailed, because other requests arrive meanwhile.
      const mailing = { visitorHash, sent: send() };
      counted.set(idempotencyKey, mailing);
      try {
        await mailing.sent;
      } catch (error) {
        counted.delete(idempotencyKey);
        // A retry counts as another mail.
        if (isCounted(error)) counted.set(crypto.randomUUID(), mailing);
        throw error;
      }
      return 'mailed';
    },
  };
}
