import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';

import SMTPConnection from 'nodemailer/lib/smtp-connection';

import type { ContactConfig } from './config.ts';
import { DeadlineError, withDeadline } from './deadline.ts';
import type { ComposedMail } from './mail.ts';

/** An SMTP session, over which several mails can be sent one after another. */
export interface SmtpSession {
  /**
   * Resolves once the server has accepted the mail (250 after DATA, RFC 5321).
   *
   * @param replyMs how long to wait for that reply; by default, it shares the deadline of the mail
   * @throws an error that {@link isCounted} classifies
   */
  send(mail: ComposedMail, replyMs?: number): Promise<void>;
  close(): void;
}

export type OpenSmtpSession = () => Promise<SmtpSession>;

/**
 * True if a failed mail counts towards limits: the server refused it permanently, or received all of it and
 * did not reply, so it may have arrived.
 */
export function isCounted(error: unknown): boolean {
  return error instanceof Error && 'isCounted' in error && error.isCounted === true;
}

type SmtpSettings = ContactConfig['smtp'];
type Address = { address: string };
type Resolve = (host: string) => Promise<Address[]>;

const resolveAll: Resolve = (host) => lookup(host, { all: true });

/**
 * Creates a function that connects, starts TLS and logs in, at the first of the server's IP addresses
 * that accepts; the next call begins with that address. Rejects if all refuse or time out.
 *
 * nodemailer would try the addresses itself, but loses TLS at the second one on Deno before 2.6. The
 * addresses share the deadline; each gets at least a quarter of it.
 */
export function createSmtpOpener(
  smtp: SmtpSettings,
  resolve: Resolve = resolveAll,
): OpenSmtpSession {
  let lastAddress: string | undefined;

  return async () => {
    const endMs = performance.now() + smtp.deadlineMs;
    const found = await withDeadline(resolve(smtp.host), smtp.deadlineMs / 2)
      // If the runtime cannot resolve a name, nodemailer may.
      .catch(() => [{ address: smtp.host }]);
    const preference = ({ address }: Address) => Number(address === lastAddress);
    const addresses = found.toSorted((one, other) => preference(other) - preference(one));
    let failure: unknown = new DeadlineError(`no reply within ${smtp.deadlineMs} ms`);
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
        // A wrong password is wrong at every address.
        if (error instanceof Error && 'code' in error && error.code === 'EAUTH') break;
      }
    }
    throw failure;
  };
}

/**
 * Uses nodemailer's connection instead of its transport, because only a connection can be closed at a
 * deadline: a server that sends one byte at a time would otherwise hold it open.
 */
async function openAt(
  address: string,
  smtp: SmtpSettings,
  greetingMs: number,
  openMs: number,
): Promise<SmtpSession> {
  const connection = new SMTPConnection({
    host: address,
    // The name that the certificate must match; an IP address cannot be one (RFC 6066, section 3).
    ...(isIP(smtp.host) === 0 ? { servername: smtp.host } : {}),
    port: smtp.port,
    secure: smtp.security === 'tls',
    requireTLS: smtp.security === 'starttls',
    ignoreTLS: smtp.security === 'none',
    connectionTimeout: greetingMs,
    greetingTimeout: greetingMs,
    // Each step below has its own deadline.
    socketTimeout: smtp.deadlineMs + smtp.replyMs,
    // The sender's domain, to keep the machine's name private.
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

  /** Runs one step of the session within a deadline, which the step may reset. */
  async function step(
    begin: (done: (error?: Error | null) => void, resetDeadline: (ms: number) => void) => void,
    deadlineMs: number,
  ): Promise<void> {
    // The server may have closed the connection between two mails.
    if (broken !== undefined) throw broken;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await new Promise<void>((resolveStep, rejectStep) => {
        const resetDeadline = (ms: number) => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            rejectStep(new DeadlineError(`no reply within ${ms} ms`));
          }, ms);
        };
        reject = rejectStep;
        resetDeadline(deadlineMs);
        begin((error) => {
          if (error) rejectStep(error);
          else resolveStep();
        }, resetDeadline);
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
    async send({ envelope, raw }, replyMs) {
      let isHandedOver = false;
      try {
        await step((done, resetDeadline) => {
          const content = Readable.from([raw]);
          content.once('end', () => {
            isHandedOver = true;
            if (replyMs !== undefined) resetDeadline(replyMs);
          });
          // A copy: nodemailer writes the accepted recipients into the envelope.
          connection.send({ ...envelope }, content, done);
        }, smtp.deadlineMs);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const reply = 'responseCode' in error ? Number(error.responseCode) : undefined;
        throw Object.assign(error, {
          isCounted: reply === undefined ? isHandedOver : reply >= 500,
        });
      }
    },
    close: () => {
      connection.quit();
    },
  };
}
