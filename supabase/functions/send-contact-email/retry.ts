import { startDeliveryRound, type MailerDeps } from './mailer.ts';

const BATCH_SIZE = 10;
/** The job runs every minute; a run that ends before the next begins keeps the load even. */
const RUN_BUDGET_MS = 40_000;
/** Hosted Supabase allows a request two seconds of processor time. */
const MAX_MAILS_PER_RUN = 200;

export interface RetrySummary {
  sent: number;
  failed: number;
  /** Sent messages whose retention time is over. */
  deleted: number;
}

/**
 * One run of the scheduled job: mails what is due, then deletes what is too old. Any number of
 * runs may go on at a time; each message is claimed by one of them.
 *
 * @throws when the database does not answer
 */
export async function runRetry(deps: MailerDeps & { leaseSeconds: number }): Promise<RetrySummary> {
  const startedAt = performance.now();
  const summary: RetrySummary = { sent: 0, failed: 0, deleted: 0 };
  const latestStartMs = (deps.leaseSeconds * 1000) / 2;
  const round = startDeliveryRound(deps);
  let isReachable = true;

  try {
    while (
      isReachable &&
      performance.now() - startedAt < RUN_BUDGET_MS &&
      summary.sent + summary.failed < MAX_MAILS_PER_RUN
    ) {
      const claimedAt = performance.now();
      const claimed = await deps.store.claimDue(BATCH_SIZE);
      if (claimed.length === 0) break;
      for (const message of claimed) {
        if (!isReachable || performance.now() - claimedAt > latestStartMs) {
          await deps.store.release(message.id, message.attempts);
          continue;
        }
        const outcome = await round.deliver(message);
        summary[outcome === 'sent' ? 'sent' : 'failed'] += 1;
        isReachable = outcome !== 'unreachable';
      }
    }
  } finally {
    await round.finish();
  }
  summary.deleted = await deps.store.purgeExpired();
  if (summary.sent + summary.failed + summary.deleted > 0) {
    deps.log('info', 'retry_run', {
      ...summary,
      ms: Math.round(performance.now() - startedAt),
    });
  }
  return summary;
}
