// The company's mailbox: mails that a loopback SMTP server accepted, parsed as a mail program parses them.
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';

import { spawnDeno, type DenoVersion } from '../../../local/function-process.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';
import { readConfig } from '../../../supabase/functions/send-contact-email/config.ts';
import { BASE_ENVIRONMENT } from '../../support/submissions.ts';

/** Time limit for work in the background. */
export const WAIT = { timeout: 15_000, interval: 20 };

export async function startMailbox(security: 'tls' | 'starttls') {
  /** Mails that the server confirmed in time, in order. */
  const mails: Email[] = [];
  /** Mails that the server stored, confirmed or not. */
  const keptMails: Email[] = [];
  /** SMTP commands of the clients. */
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
    /** Resolves once `count` mails have arrived. */
    waitForMails: (count: number) => vi.waitUntil(() => mails.length >= count && mails, WAIT),
    /** Clears everything and accepts mail again. */
    empty() {
      server.behavior = 'accept';
      for (const list of [mails, keptMails, events]) list.length = 0;
    },
  });
}

/** Sends two mails with the function's mailer for each settings object: `sent`, or the error's code. */
export async function sendFromDeno(deno: DenoVersion, environments: Record<string, string>[]) {
  const settings = environments.map((one) => readConfig({ ...BASE_ENVIRONMENT, ...one }).smtp);
  const file = join(import.meta.dirname, 'send-mails.ts');
  const child = spawnDeno(file, { SETTINGS: JSON.stringify(settings) }, deno);
  return (await json(child.stdout)) as string[];
}
