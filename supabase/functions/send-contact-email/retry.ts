import { tellOperator, type Alerter } from './alert.ts';
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
  const { store, log } = deps;
  const startedAt = performance.now();
  if (await store.beginRun()) {
    // The database notices when none is accepted.
    await deps.selfTest().catch((error: unknown) => {
      log('error', 'self_test_refused', { code: errorCode(error) });
    });
  }
  const counts = await mailDue(deps);
  const summary = { ...counts, deleted: await store.purgeExpired() };
  await tellOperator(deps);
  if (summary.sent + summary.failed + summary.deleted > 0) {
    log('info', 'retry_run', { ...summary, ms: Math.round(performance.now() - startedAt) });
  }
  return summary;
}
