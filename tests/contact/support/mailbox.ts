// The company's mailbox: what an SMTP server on loopback has taken, read as a mail program reads it.
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';

import { spawnDeno, type DenoVersion } from '../../../local/function-process.ts';
import { startSmtpServer } from '../../../testing/smtp-server.ts';
import { readConfig } from '../../../supabase/functions/send-contact-email/config.ts';
import { BASE_ENVIRONMENT } from '../../../testing/submissions.ts';

/** How long whatever happens in the background may take. */
export const WAIT = { timeout: 15_000, interval: 20 };

export async function startMailbox(security: 'tls' | 'starttls') {
  /** Mails the server has said in time that it took, in order. */
  const mails: Email[] = [];
  /** Mails it has kept, whether it said so or not. */
  const keptMails: Email[] = [];
  /** What clients have asked of it, one word each. */
  const events: string[] = [];
  const server = await startSmtpServer({
    security,
    async onMail(raw, isConfirmed) {
      const mail = await PostalMime.parse(raw);
      keptMails.push(mail);
      if (isConfirmed) mails.push(mail);
    },
    onEvent: (event) => events.push(event),
  });
  return Object.assign(server, {
    security,
    mails,
    keptMails,
    events,
    /** Resolves once `count` mails have come in. */
    waitForMails: (count: number) => vi.waitUntil(() => mails.length >= count && mails, WAIT),
    /** Forgets everything, and behaves. */
    empty() {
      server.behavior = 'accept';
      for (const list of [mails, keptMails, events]) list.length = 0;
    },
  });
}

/** Has the function's mailer send two mails with each of some settings: `sent`, or the error's code. */
export async function sendFromDeno(deno: DenoVersion, environments: Record<string, string>[]) {
  const settings = environments.map((one) => readConfig({ ...BASE_ENVIRONMENT, ...one }).smtp);
  const file = join(import.meta.dirname, 'send-mails.ts');
  const child = spawnDeno(file, { SETTINGS: JSON.stringify(settings) }, deno);
  return (await json(child.stdout)) as string[];
}
