import type { ContactConfig } from './config.ts';
import { errorCode, errorStack, type Log } from './log.ts';
import { composeMail } from './mail.ts';
import type { OpenSmtpSession, SmtpSession } from './smtp.ts';
import type { ContactStore, Refusal, StoredMessage } from './store.ts';

/** The schedule calls every minute; runs that do not overlap keep the load even. */
const RUN_BUDGET_MS = 40_000;
/** Hosted Supabase allows two seconds of CPU time per request; a message takes up to 15 ms. */
const MAX_MESSAGES_PER_RUN = 100;

export interface MailerDeps {
  store: ContactStore;
  openSession: OpenSmtpSession;
  config: ContactConfig;
  log: Log;
}

/** Counts messages, not mails. */
type MailCounts = Record<'sent' | 'failed', number>;

/**
 * Mails what is due, within the limits of a run. Mails share an SMTP session until one fails. Runs may
 * overlap, because each message is claimed by one of them. Stops early if no session can be opened.
 *
 * A worker that dies has nothing to clean up: what it had claimed becomes due again.
 *
 * @throws when the database does not answer
 */
async function mailDue(deps: MailerDeps): Promise<MailCounts> {
  const { store, openSession } = deps;
  const startedAt = performance.now();
  const counts = { sent: 0, failed: 0 };
  let session: SmtpSession | undefined;
  try {
    while (
      performance.now() - startedAt < RUN_BUDGET_MS &&
      counts.sent + counts.failed < MAX_MESSAGES_PER_RUN
    ) {
      const messages = await store.claimMail();
      if (messages.length === 0) break;
      try {
        session ??= await openSession();
        await mail(messages, session, deps);
        counts.sent += messages.length;
      } catch (error) {
        counts.failed += messages.length;
        await markFailed(messages, error, deps);
        if (session === undefined) break;
        // Whatever the reason, the next mail opens another session.
        session.close();
        session = undefined;
      }
    }
  } finally {
    session?.close();
  }
  return counts;
}

/** Mails messages together and records it. Rejects unless the server has accepted the mail. */
async function mail(
  messages: StoredMessage[],
  session: SmtpSession,
  { store, config, log }: MailerDeps,
): Promise<void> {
  const ids = messages.map(({ id }) => id);
  // Counted first: a message that ends the worker or cannot be composed becomes stuck instead of staying in the way.
  if (!(await store.handOver(ids))) throw Object.assign(new Error(), { code: 'TAKEN_OVER' });
  const startedAt = performance.now();
  const composed = await composeMail(messages, config).catch((error: unknown) => {
    log('error', 'compose_failed', { code: errorCode(error), stack: errorStack(error) });
    // Splits a digest, as a refusal of its content does: no message waits for what another holds.
    const refusal: Refusal = { isHandoverReverted: messages.length > 1, wasSeen: true };
    throw Object.assign(new Error(), { code: 'ECOMPOSE', ...refusal });
  });
  await session.send(composed);
  log('info', 'mail_sent', { id: ids.join(), ms: Math.round(performance.now() - startedAt) });
  // If the database restarts just now, there will be a second copy, under the same Message-ID.
  await store.markSent(ids);
}

async function markFailed(messages: StoredMessage[], error: unknown, { store, log }: MailerDeps) {
  const ids = messages.map(({ id }) => id);
  log('warn', 'mail_failed', { id: ids.join(), code: errorCode(error) });
  await store.markFailed(ids, errorCode(error), error as object);
}

/**
 * Runs the job of every minute: tries the mail login if it is time, and mails what is due.
 *
 * @throws when the database does not answer
 */
export async function runJob(deps: MailerDeps): Promise<MailCounts> {
  if (await deps.store.beginRun()) {
    const tryLogin = () =>
      deps.openSession().then((session) => {
        session.close();
        return null;
      }, errorCode);
    const first = await tryLogin();
    // One refusal may be a hiccup. The second try may be slow because of the first.
    const failure = first === null || (await tryLogin()) === null ? null : first;
    if (failure !== null) deps.log('error', 'mail_login_failed', { code: failure });
    await deps.store.markLogin(failure);
  }
  return await mailDue(deps);
}

/**
 * Returns a function that mails messages in the background, one run at a time, after their visitors have a
 * response. The job mails what is left.
 */
export function createBackgroundMailer(
  deps: MailerDeps & { waitUntil: (work: Promise<unknown>) => void },
): () => void {
  let isRunning = false;
  let isCalled = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (isCalled) {
      isCalled = false;
      await mailDue(deps).catch((error: unknown) => {
        deps.log('warn', 'background_mail_failed', { code: errorCode(error) });
      });
    }
    isRunning = false;
  }

  return () => {
    isCalled = true;
    if (!isRunning) deps.waitUntil(run());
  };
}
