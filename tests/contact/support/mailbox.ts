// The company's mailbox: what an SMTP server on loopback has taken, read as a mail program reads it.
import PostalMime, { type Email } from 'postal-mime';

import { startSmtpServer, type SmtpServer } from '../../../local/smtp-server.ts';
import { eventually } from './eventually.ts';

export interface Mailbox extends SmtpServer {
  /** Mails the server has said in time that it took, in order. */
  mails: Email[];
  /** Mails it has kept, whether it said so or not. */
  keptMails: Email[];
  /** What clients have asked of it, one word each. */
  events: string[];
  /** Resolves once `count` mails have come in. */
  waitForMails(count: number): Promise<Email[]>;
  waitForEvent(event: string): Promise<unknown>;
  /** Forgets everything, and behaves. */
  empty(): void;
}

export async function startMailbox(
  security: 'tls' | 'starttls',
  address: { host?: string; port?: number } = {},
): Promise<Mailbox> {
  const mails: Email[] = [];
  const keptMails: Email[] = [];
  const events: string[] = [];
  const server = await startSmtpServer({
    security,
    ...address,
    async onMail(raw, answer) {
      const mail = await PostalMime.parse(raw);
      keptMails.push(mail);
      if (answer === 'in time') mails.push(mail);
    },
    onEvent: (event) => events.push(event),
  });
  return Object.assign(server, {
    mails,
    keptMails,
    events,
    waitForMails: (count: number) =>
      eventually(`mail number ${count}`, () => mails.length >= count && mails),
    waitForEvent: (event: string) => eventually(event, () => events.includes(event)),
    empty() {
      server.behavior = 'accept';
      for (const list of [mails, keptMails, events]) list.length = 0;
    },
  });
}
