const HOUR_MS = 60 * 60 * 1000;

/** While the database is down it cannot count: then one instance mails at most this much an hour. */
const MAX_DIRECT_MAILS_PER_HOUR = 60;

/** Keeps an outage of the database from being used to flood the mailbox. Per instance, in memory. */
export interface DirectLimit {
  /** Whether the submission was already mailed by this instance within the hour. */
  hasMailed(idempotencyKey: string, now: Date): boolean;
  hasRoom(now: Date): boolean;
  record(idempotencyKey: string, now: Date): void;
}

export function createDirectLimit(): DirectLimit {
  const mailedAt = new Map<string, number>();
  function forgetOld(now: Date): void {
    for (const [key, time] of mailedAt) {
      if (time > now.getTime() - HOUR_MS) break;
      mailedAt.delete(key);
    }
  }
  return {
    hasMailed(idempotencyKey, now) {
      forgetOld(now);
      return mailedAt.has(idempotencyKey);
    },
    hasRoom(now) {
      forgetOld(now);
      return mailedAt.size < MAX_DIRECT_MAILS_PER_HOUR;
    },
    record(idempotencyKey, now) {
      mailedAt.set(idempotencyKey, now.getTime());
    },
  };
}
