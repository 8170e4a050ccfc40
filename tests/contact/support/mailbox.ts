// The company's mailbox: mails that a loopback SMTP server accepted, parsed as a mail program parses them.
import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';

import { startSmtpServer } from '../../support/smtp-server.ts';

/** Time limit for work in the background. */
export const WAIT = { timeout: 30_000, interval: 20 };

export async function startMailbox(security: 'tls' | 'starttls') {
  /** Mails that the server confirmed in time, in order. */
  const mails: Email[] = [];
  /** Mails that the server stored, confirmed or not. */
  const keptMails: Email[] = [];
  /** Logins of the clients. */
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
    /** Resolves once no client is connected. */
    untilIdle: () => vi.waitUntil(() => server.connections() === 0, WAIT),
    /** Clears everything and accepts mail again. */
    empty() {
      server.behavior = 'accept';
      Object.assign(server, { badLogins: 0, badLoginDelayMs: 0 });
      for (const list of [mails, keptMails, events]) list.length = 0;
    },
  });
}
