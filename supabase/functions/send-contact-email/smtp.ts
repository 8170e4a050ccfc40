import { Buffer } from 'node:buffer';

import SMTPConnection from 'nodemailer/lib/smtp-connection';

import type { ContactConfig } from './config.ts';
import { withDeadline } from './deadline.ts';
import type { ComposedMail } from './mail.ts';

/** One conversation with the SMTP server; several mails may go over it, one after another. */
export interface SmtpSession {
  /** Resolves once the server has taken responsibility for the mail (a 250 after DATA, RFC 5321). */
  send(mail: ComposedMail): Promise<void>;
  close(): void;
}

export type OpenSmtpSession = () => Promise<SmtpSession>;

/**
 * Connects, secures the line and logs in.
 *
 * nodemailer's connection is used rather than its transport, because only the connection can be
 * cut when a deadline passes: a server that answers one byte at a time would otherwise be waited
 * for as long as it likes. Opening and each mail have `deadlineMs` milliseconds each.
 *
 * @throws when refused, or late; the connection is closed then
 */
export async function openSmtpSession(smtp: ContactConfig['smtp']): Promise<SmtpSession> {
  const connection = new SMTPConnection({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.security === 'tls',
    requireTLS: smtp.security === 'starttls',
    ignoreTLS: smtp.security === 'none',
    connectionTimeout: smtp.deadlineMs,
    greetingTimeout: smtp.deadlineMs,
    socketTimeout: smtp.deadlineMs,
    dnsTimeout: smtp.deadlineMs,
    // The sender's domain rather than the machine's own name, which is nobody's business.
    name: smtp.clientName,
    ...(smtp.ca === undefined ? {} : { tls: { ca: smtp.ca } }),
  });

  let broken: Error | undefined;
  let reject: (error: Error) => void = () => undefined;
  const fail = (error: Error) => {
    broken ??= error;
    reject(error);
  };
  connection.on('error', fail);
  connection.on('end', () => {
    fail(Object.assign(new Error('the server closed the connection'), { code: 'ECONNECTION' }));
  });

  async function step(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
    // The server may have hung up between two mails.
    if (broken !== undefined) throw broken;
    try {
      await withDeadline(
        new Promise<void>((resolveStep, rejectStep) => {
          reject = rejectStep;
          begin((error) => {
            if (error) rejectStep(error);
            else resolveStep();
          });
        }),
        smtp.deadlineMs,
      );
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  await step((done) => {
    connection.connect((error) => {
      const { auth } = smtp;
      if (error || auth === undefined) done(error);
      else connection.login({ credentials: auth }, done);
    });
  });

  return {
    send: ({ envelope, raw }) =>
      step((done) => {
        connection.send(envelope, Buffer.from(raw), done);
      }),
    close: () => {
      connection.quit();
    },
  };
}
