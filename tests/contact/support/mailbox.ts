// The company's mailbox: what an SMTP server on loopback has taken, read as a mail program reads it.
import PostalMime, { type Email } from 'postal-mime';

import { startSmtpServer, type SmtpServer } from '../../../local/smtp-server.ts';

export interface Mailbox extends SmtpServer {
  /** Mails the server has said in time that it took, in order. */
  mails: Email[];
  /** Mails it has kept, whether it said so or not. */
  keptMails: Email[];
  /** What clients have asked of it, one word each. */
  events: string[];
  /** Resolves once `count` mails have come in; rejects after ten seconds. */
  waitForMails(count: number): Promise<Email[]>;
  waitForEvent(event: string): Promise<void>;
  /** Forgets everything, and behaves. */
  empty(): void;
}

const WAIT_DEADLINE_MS = 10_000;

export async function startMailbox(
  security: 'tls' | 'starttls',
  address: { host?: string; port?: number } = {},
): Promise<Mailbox> {
  const mails: Email[] = [];
  const keptMails: Email[] = [];
  const events: string[] = [];
  const listeners = new Set<() => void>();

  const server = await startSmtpServer({
    security,
    ...address,
    async onMail(raw, answer) {
      const mail = await PostalMime.parse(raw);
      keptMails.push(mail);
      if (answer === 'in time') mails.push(mail);
    },
    onEvent(event) {
      events.push(event);
      for (const listener of listeners) listener();
    },
  });

  async function until(condition: () => boolean, what: string): Promise<void> {
    if (condition()) return;
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        listeners.delete(listener);
        settle();
      };
      const listener = () => {
        if (condition()) end(resolve);
      };
      const timer = setTimeout(() => {
        end(() => {
          reject(new Error(`no ${what} within ${WAIT_DEADLINE_MS} ms, but: ${events.join(' ')}`));
        });
      }, WAIT_DEADLINE_MS);
      listeners.add(listener);
    });
  }

  return Object.assign(server, {
    mails,
    keptMails,
    events,
    async waitForMails(count: number) {
      await until(() => mails.length >= count, `mail number ${count}`);
      return mails;
    },
    waitForEvent: (event: string) => until(() => events.includes(event), event),
    empty() {
      server.behavior = 'accept';
      for (const list of [mails, keptMails, events]) list.length = 0;
    },
  });
}
