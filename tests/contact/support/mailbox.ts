// The company's mailbox: what an SMTP server on loopback has taken, read as a mail program reads it.
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';

import { spawnDeno, type DenoVersion } from '../../../local/function-process.ts';
import { startSmtpServer } from '../../../local/smtp-server.ts';
import type { openSmtpSession } from '../../../supabase/functions/send-contact-email/smtp.ts';

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
    mails,
    keptMails,
    events,
    /** Resolves once `count` mails have come in. */
    waitForMails: (count: number) => vi.waitUntil(() => mails.length >= count && mails, WAIT),
    waitForEvent: (event: string) => vi.waitUntil(() => events.includes(event), WAIT),
    /** Forgets everything, and behaves. */
    empty() {
      server.behavior = 'accept';
      for (const list of [mails, keptMails, events]) list.length = 0;
    },
  });
}

export interface MailCase {
  /** What the server's name stands for. */
  addresses: string[];
  smtp: Parameters<typeof openSmtpSession>[0];
}

/** Has the function's mailer send one mail each. What became of them: `sent`, or an error's code. */
export async function sendFromDeno(deno: DenoVersion, cases: MailCase[]): Promise<string[]> {
  const file = join(import.meta.dirname, 'send-mails.ts');
  const child = spawnDeno(file, { CASES: JSON.stringify(cases) }, deno);
  return (await json(child.stdout)) as string[];
}
