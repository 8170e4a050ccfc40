import { errorCode, type Log } from './log.ts';
import { composeNotice, type MailSettings } from './mail.ts';
import type { OpenSmtpSession } from './smtp.ts';

const HOUR_MS = 60 * 60 * 1000;
const WEBHOOK_DEADLINE_MS = 5000;

export interface AlertDeps {
  config: MailSettings & { alertWebhook: string | undefined; alertEmail: string | undefined };
  openSession: OpenSmtpSession;
  log: Log;
  now: () => Date;
}

/** Tells the operator what needs them, without personal data: from one instance once an hour. */
export interface Alerter {
  /** Whether the hour is over. */
  isReady(): boolean;
  /** By webhook and, where mail works, by mail. Never rejects; logs alone while the hour is not over. */
  send(problem: string): Promise<void>;
}

export function createAlerter({ config, openSession, log, now }: AlertDeps): Alerter {
  let lastMs = -Infinity;

  async function attempt(way: string, send: () => Promise<void>): Promise<void> {
    try {
      await send();
    } catch (error) {
      log('error', 'alert_failed', { way, code: errorCode(error) });
    }
  }

  // Not how long ago alone: a clock that ran ahead must not silence the next alert.
  const isReady = () => Math.abs(now().getTime() - lastMs) >= HOUR_MS;

  async function send(problem: string): Promise<void> {
    log('error', 'alert', { problem });
    if (!isReady()) return;
    lastMs = now().getTime();
    const text = `Contact form of ${config.companyName}: ${problem}. See docs/contact.md.`;
    const { alertWebhook, alertEmail } = config;
    await Promise.all([
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
          await session.send(await composeNotice(text, alertEmail, config));
          session.close();
        }),
    ]);
  }

  return { isReady, send };
}
