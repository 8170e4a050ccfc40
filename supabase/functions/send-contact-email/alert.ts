import { errorCode, type Log } from './log.ts';
import { composeAlert, type MailSettings } from './mail.ts';
import type { OpenSmtpSession } from './smtp.ts';
import type { ContactStore } from './store.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Shorter than the interval between two runs of the job. */
const AFTER_FAILURE_MS = 50_000;
const WEBHOOK_DEADLINE_MS = 5000;

interface AlertDeps {
  config: MailSettings & { alertWebhook: string | undefined; alertEmail: string | undefined };
  openSession: OpenSmtpSession;
  log: Log;
  now: () => Date;
}

export type Alerter = ReturnType<typeof createAlerter>;

/** Sends the pending alert to the operator. If nobody accepts it, the database offers it again after a minute. */
export async function tellOperator(deps: { store: ContactStore; alerter: Alerter }): Promise<void> {
  const problem = await deps.store.claimAlert();
  if (problem !== null && (await deps.alerter.send(problem))) await deps.store.confirmAlert();
}

/** Sends alerts, free of personal data: at most one an hour per instance and channel. */
export function createAlerter({ config, openSession, log, now }: AlertDeps) {
  const readyAtMs = { webhook: -Infinity, mail: -Infinity };

  async function attempt(channel: 'webhook' | 'mail', send: () => Promise<void>): Promise<boolean> {
    const nowMs = now().getTime();
    const waitMs = readyAtMs[channel] - nowMs;
    // A clock that ran ahead makes the wait longer than an hour; it must not silence the next alert.
    if (waitMs > 0 && waitMs <= HOUR_MS) return false;
    readyAtMs[channel] = nowMs + HOUR_MS;
    try {
      await send();
      return true;
    } catch (error) {
      readyAtMs[channel] = nowMs + AFTER_FAILURE_MS;
      log('error', 'alert_failed', { channel, code: errorCode(error) });
      return false;
    }
  }

  /**
   * Sends an alert to the webhook and, if configured, by mail.
   *
   * @returns whether the webhook accepted it or, without a webhook, the mail server
   */
  async function send(problem: string): Promise<boolean> {
    log('error', 'alert', { problem });
    const text = `Contact form of ${config.companyName}: ${problem}. See docs/contact.md.`;
    const { alertWebhook, alertEmail } = config;
    const [byWebhook, byMail] = await Promise.all([
      alertWebhook !== undefined &&
        attempt('webhook', async () => {
          const response = await fetch(alertWebhook, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            // Slack and most others read `text`, Discord `content`.
            body: JSON.stringify({ text, content: text }),
            signal: AbortSignal.timeout(WEBHOOK_DEADLINE_MS),
          });
          await response.body?.cancel();
          if (!response.ok) throw Object.assign(new Error(), { code: String(response.status) });
        }),
      alertEmail !== undefined &&
        attempt('mail', async () => {
          const session = await openSession();
          await session.send(await composeAlert(text, alertEmail, config));
          session.close();
        }),
    ]);
    // Without either, the alert is only in the log.
    return alertWebhook === undefined ? byMail || alertEmail === undefined : byWebhook;
  }

  return { send };
}
