import { tellOperator, type Alerter } from './alert.ts';
import { errorCode } from './log.ts';
import { mailDue, type MailCounts, type MailerDeps } from './mailer.ts';

interface JobDeps extends MailerDeps {
  alerter: Alerter;
  /** Submits a message as a visitor would. Rejects if it is not accepted. */
  selfTest: () => Promise<void>;
}

/**
 * Runs the job once: submits the daily self-test, mails what is due, deletes what has expired
 * and sends the operator's alert.
 *
 * @throws when the database does not answer
 */
export async function runJob(deps: JobDeps): Promise<MailCounts> {
  const { store, log } = deps;
  if (await store.beginRun()) {
    // The database raises an alert if no self-test is accepted.
    await deps.selfTest().catch((error: unknown) => {
      log('error', 'self_test_refused', { code: errorCode(error) });
    });
  }
  const counts = await mailDue(deps);
  await store.purgeExpired();
  await tellOperator(deps);
  return counts;
}
