import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';

import SMTPConnection from 'nodemailer/lib/smtp-connection';

import type { ContactConfig } from './config.ts';
import { DeadlineError, withDeadline } from './deadline.ts';
import type { ComposedMail } from './mail.ts';

/** One conversation with the SMTP server; several mails may go over it, one after another. */
export interface SmtpSession {
  /**
   * Resolves once the server has taken responsibility for the mail (a 250 after DATA, RFC 5321).
   *
   * @param answerMs how long to wait for that once the server has the whole mail; without it no longer
   *   than for all the rest
   * @throws {SmtpFailure}
   */
  send(mail: ComposedMail, answerMs?: number): Promise<void>;
  close(): void;
}

export type OpenSmtpSession = () => Promise<SmtpSession>;

/** Why the server has not said that it took a mail. */
export interface SmtpFailure extends Error {
  code?: string;
  /** What the server said, where it said anything. */
  responseCode?: number;
  /** Refused for good, or nobody knows: the server had the whole mail and said nothing. */
  isUnsafe?: boolean;
}

type SmtpSettings = ContactConfig['smtp'];
type Address = { address: string };
type Resolve = (host: string) => Promise<Address[]>;

const resolveAll: Resolve = (host) => lookup(host, { all: true });

/**
 * What connects, secures the connection and logs in, at the first of the server's addresses that lets us;
 * the next time it begins with that one. It throws when all refuse, or are late.
 *
 * The addresses are tried here, one by one: on Deno before 2.6 the second one that nodemailer tries
 * has lost its TLS. They share the time, but none gets less than a quarter of it.
 */
export function createSmtpOpener(
  smtp: SmtpSettings,
  resolve: Resolve = resolveAll,
): OpenSmtpSession {
  let lastAddress: string | undefined;

  return async () => {
    const endMs = performance.now() + smtp.deadlineMs;
    const found = await withDeadline(resolve(smtp.host), smtp.deadlineMs / 2)
      // Where the runtime cannot look a name up, nodemailer has ways of its own.
      .catch(() => [{ address: smtp.host }]);
    const isLast = ({ address }: Address) => Number(address === lastAddress);
    const addresses = found.toSorted((one, other) => isLast(other) - isLast(one));
    let failure: unknown = new DeadlineError(`no answer within ${smtp.deadlineMs} ms`);
    for (const [index, { address }] of addresses.entries()) {
      const leftMs = endMs - performance.now();
      if (leftMs <= 0) break;
      const shareMs = Math.max(leftMs / (addresses.length - index), smtp.deadlineMs / 4);
      try {
        const session = await openAt(address, smtp, Math.min(leftMs, shareMs), leftMs);
        lastAddress = address;
        return session;
      } catch (error) {
        failure = error;
        // A wrong password is wrong at all addresses.
        if ((error as SmtpFailure).code === 'EAUTH') break;
      }
    }
    throw failure;
  };
}

/**
 * nodemailer's connection is used rather than its transport, because only the connection can be
 * cut when a deadline passes: a server that answers one byte at a time would otherwise be waited
 * for as long as it likes.
 */
async function openAt(
  address: string,
  smtp: SmtpSettings,
  greetingMs: number,
  openMs: number,
): Promise<SmtpSession> {
  const connection = new SMTPConnection({
    host: address,
    // The name that the certificate has to be for; an address cannot be one (RFC 6066, section 3).
    ...(isIP(smtp.host) === 0 ? { servername: smtp.host } : {}),
    port: smtp.port,
    secure: smtp.security === 'tls',
    requireTLS: smtp.security === 'starttls',
    ignoreTLS: smtp.security === 'none',
    connectionTimeout: greetingMs,
    greetingTimeout: greetingMs,
    // Every step has a deadline of its own below.
    socketTimeout: smtp.deadlineMs + smtp.answerMs,
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

  /** `begin` may put the deadline off. */
  async function step(
    begin: (done: (error?: Error | null) => void, putOff: (ms: number) => void) => void,
    deadlineMs: number,
  ): Promise<void> {
    // The server may have hung up between two mails.
    if (broken !== undefined) throw broken;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await new Promise<void>((resolveStep, rejectStep) => {
        const expireAfter = (ms: number) => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            rejectStep(new DeadlineError(`no answer within ${ms} ms`));
          }, ms);
        };
        reject = rejectStep;
        expireAfter(deadlineMs);
        begin((error) => {
          if (error) rejectStep(error);
          else resolveStep();
        }, expireAfter);
      });
    } catch (error) {
      connection.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  await step((done) => {
    connection.connect((error) => {
      const { auth } = smtp;
      if (error || auth === undefined) done(error);
      else connection.login({ credentials: auth }, done);
    });
  }, openMs);

  return {
    async send({ envelope, raw }, answerMs) {
      let isHandedOver = false;
      try {
        await step((done, putOff) => {
          const content = Readable.from([raw]);
          content.once('end', () => {
            isHandedOver = true;
            if (answerMs !== undefined) putOff(answerMs);
          });
          // nodemailer notes in the envelope who was accepted: each attempt has its own.
          connection.send({ ...envelope }, content, done);
        }, smtp.deadlineMs);
      } catch (error) {
        const { responseCode } = error as SmtpFailure;
        const isUnsafe = responseCode === undefined ? isHandedOver : responseCode >= 500;
        throw Object.assign(error as SmtpFailure, { isUnsafe });
      }
    },
    close: () => {
      connection.quit();
    },
  };
}
