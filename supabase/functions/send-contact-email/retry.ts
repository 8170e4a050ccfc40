import type { Alerter } from './alert.ts';
import { errorCode } from './log.ts';
import { mailDue, type MailerDeps } from './mailer.ts';

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
 * old, and tells the operator what is wrong.
 *
 * @throws when the database does not answer
 */
export async function runRetry(deps: RetryDeps): Promise<RetrySummary> {
  const { store, alerter, log } = deps;
  const startedAt = performance.now();
  if (await store.beginRun()) {
    await deps.selfTest().catch(async (error: unknown) => {
      await alerter.send(`the daily self-test was not accepted (${errorCode(error)})`);
    });
  }
  const counts = await mailDue(deps);
  const summary = { ...counts, deleted: await store.purgeExpired() };
  const problem = alerter.isReady() ? await store.claimAlert() : null;
  if (problem !== null) await alerter.send(problem);
  if (summary.sent + summary.failed + summary.deleted > 0) {
    log('info', 'retry_run', { ...summary, ms: Math.round(performance.now() - startedAt) });
  }
  return summary;
}
