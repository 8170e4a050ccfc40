import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';

import SMTPConnection from 'nodemailer/lib/smtp-connection';

import type { ContactConfig } from './config.ts';
import { errorCode, withDeadline } from './log.ts';
import type { ComposedMail } from './mail.ts';
import type { Refusal } from './store.ts';

export type OpenSmtpSession = () => Promise<SmtpSession>;

type SmtpSettings = ContactConfig['smtp'];
type Resolve = (host: string) => Promise<{ address: string }[]>;
type Done = (error?: Error | null) => void;

/** True for a server's refusal (RFC 5321, section 4.2.1), which nodemailer adds to its error. */
function isReply(error: unknown): boolean {
  const { responseCode = 0 } = error as { responseCode?: number };
  return responseCode >= 400 && responseCode < 600;
}

/**
 * Creates a function that connects, starts TLS and logs in, at the first of the server's IP addresses
 * that accepts. Rejects if all refuse or time out. Some servers greet late on purpose: each address but the last gets half
 * of the time that is left. A login has a deadline of its own.
 *
 * nodemailer would try the addresses itself, but loses TLS at the second one on Deno before 2.6.
 */
export function createSmtpOpener(
  smtp: SmtpSettings,
  resolve: Resolve = (host) => lookup(host, { all: true }),
): OpenSmtpSession {
  return async () => {
    const endMs = performance.now() + smtp.stepMs + smtp.loginMs;
    const addresses = await withDeadline(resolve(smtp.host), smtp.stepMs / 2);
    let failure: unknown = Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
    for (const [index, { address }] of addresses.entries()) {
      const leftMs = endMs - performance.now();
      if (leftMs <= 0) break;
      const session = new SmtpSession(address, smtp);
      try {
        await session.connect(index === addresses.length - 1 ? leftMs : leftMs / 2);
        await session.login();
        return session;
      } catch (error) {
        // What a server says tells more than that another is not there.
        if (!isReply(failure) && errorCode(failure) !== 'ETLS') failure = error;
        // A wrong password is wrong at every address.
        if (error instanceof Error && 'code' in error && error.code === 'EAUTH') break;
      }
    }
    throw failure;
  };
}

/**
 * An SMTP session, over which several mails can be sent one after another.
 *
 * Uses nodemailer's connection instead of its transport, which connects for each mail by itself: whether the server
 * may have a mail is known only where its content is read.
 */
export class SmtpSession {
  readonly #smtp: SmtpSettings;
  readonly #connection: SMTPConnection;
  /** Rejects when the connection breaks, whether or not a step is running. */
  readonly #broken: Promise<never>;

  constructor(address: string, smtp: SmtpSettings) {
    this.#smtp = smtp;
    this.#connection = new SMTPConnection({
      host: address,
      // The name that the certificate must match; an IP address cannot be one (RFC 6066, section 3).
      ...(isIP(smtp.host) === 0 ? { servername: smtp.host } : {}),
      port: smtp.port,
      secure: smtp.security === 'tls',
      requireTLS: smtp.security === 'starttls',
      ignoreTLS: smtp.security === 'none',
      // Each step has a shorter deadline.
      connectionTimeout: smtp.stepMs + smtp.loginMs,
      greetingTimeout: smtp.stepMs + smtp.loginMs,
      socketTimeout: 2 * (smtp.stepMs + smtp.replyMs),
      name: smtp.clientName,
    });
    const { promise, reject } = Promise.withResolvers<never>();
    this.#broken = promise;
    promise.catch(() => undefined);
    this.#connection.on('error', reject);
    this.#connection.on('end', () => {
      reject(Object.assign(new Error('the connection was closed'), { code: 'ECONNECTION' }));
    });
  }

  /** Connects and starts TLS. */
  connect(deadlineMs: number): Promise<void> {
    return this.#step(deadlineMs, (done) => this.#connection.connect(done));
  }

  async login(): Promise<void> {
    const { auth, loginMs } = this.#smtp;
    if (auth === undefined) return;
    await this.#step(loginMs, (done) => this.#connection.login({ credentials: auth }, done));
  }

  /**
   * Resolves once the server has accepted the mail (250 after DATA, RFC 5321).
   *
   * @throws an error with the fields of {@link Refusal}
   */
  async send({ envelope, raw }: ComposedMail): Promise<void> {
    let isHandedOver = false;
    try {
      await this.#step(this.#smtp.stepMs + this.#smtp.replyMs, (done) => {
        const content = Readable.from([raw]);
        content.once('end', () => {
          isHandedOver = true;
        });
        // A copy: nodemailer writes the accepted recipients into the envelope.
        this.#connection.send({ ...envelope }, content, done);
      });
    } catch (error) {
      // Only a lost reply leaves in doubt whether there is a copy.
      const isHandoverReverted = !isHandedOver || isReply(error);
      const refusal: Refusal = { isHandoverReverted, wasSeen: isHandedOver };
      throw Object.assign(error as Error, refusal);
    }
  }

  /** Rejects unless the server would take a mail between these addresses. Ends the session before the mail itself. */
  async tryEnvelope(envelope: ComposedMail['envelope']): Promise<void> {
    await this.#step(this.#smtp.stepMs, (done) => {
      // Asked for its content, once the server has accepted both addresses.
      const content = new Readable({ read: () => done() });
      this.#connection.send({ ...envelope }, content, done);
    });
    this.#connection.close();
  }

  close(): void {
    this.#connection.quit();
  }

  /** Runs one step of the session. Ends the session if the step fails or exceeds its deadline. */
  async #step(deadlineMs: number, begin: (done: Done) => void): Promise<void> {
    try {
      await withDeadline(Promise.race([promisify(begin)(), this.#broken]), deadlineMs);
    } catch (error) {
      // A refused client says goodbye, too: servers count those that do not.
      if (isReply(error)) this.close();
      else this.#connection.close();
      throw error;
    }
  }
}
