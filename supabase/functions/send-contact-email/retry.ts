import type { Alerter } from './alert.ts';
import { errorCode } from './log.ts';
import { startDeliveryRound, type MailerDeps } from './mailer.ts';

const BATCH_SIZE = 10;
/** The job runs every minute; a run that ends before the next begins keeps the load even. */
const RUN_BUDGET_MS = 40_000;
/** Hosted Supabase allows a request two seconds of processor time; a mail takes up to 15 ms of it. */
const MAX_MAILS_PER_RUN = 100;

export interface RetrySummary {
  sent: number;
  failed: number;
  /** Sent messages whose retention time is over. */
  deleted: number;
}

export interface RetryDeps extends MailerDeps {
  alerter: Alerter;
  /** Submits a message as a visitor would. Rejects where it is not accepted. */
  selfTest: () => Promise<void>;
}

/**
 * One run of the scheduled job: submits the daily self-test, mails what is due, deletes what is too
 * old, and tells the operator what is wrong. Any number of runs may go on at a time; each message is
 * claimed by one of them.
 *
 * @throws when the database does not answer
 */
export async function runRetry(deps: RetryDeps): Promise<RetrySummary> {
  const startedAt = performance.now();
  const summary: RetrySummary = { sent: 0, failed: 0, deleted: 0 };
  if (await deps.store.beginRun()) {
    await deps.selfTest().catch(async (error: unknown) => {
      await deps.alerter.send(`the daily self-test was not accepted (${errorCode(error)})`);
    });
  }
  const round = startDeliveryRound(deps);
  try {
    while (
      round.isServerReachable() &&
      performance.now() - startedAt < RUN_BUDGET_MS &&
      summary.sent + summary.failed < MAX_MAILS_PER_RUN
    ) {
      const claimedAtMs = performance.now();
      const claimed = await deps.store.claimDue(BATCH_SIZE);
      if (claimed.length === 0) break;
      for (const message of claimed) {
        const outcome = await round.deliver(message, claimedAtMs);
        if (outcome !== 'released') summary[outcome] += 1;
      }
    }
  } finally {
    await round.finish();
  }
  summary.deleted = await deps.store.purgeExpired();
  const problem = deps.alerter.isReady() ? await deps.store.claimAlert() : null;
  if (problem !== null) await deps.alerter.send(problem);
  if (summary.sent + summary.failed + summary.deleted > 0) {
    deps.log('info', 'retry_run', {
      ...summary,
      ms: Math.round(performance.now() - startedAt),
    });
  }
  return summary;
}
