// A real SMTP server on loopback, with TLS and login, whose failures tests choose.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';

import { listen } from '../../local/listen.ts';
import { CERTIFICATE } from './certificate.ts';
import { SMTP_PASSWORD, SMTP_USER } from './submissions.ts';

/** Every way to fail. The first three concern connection and login. */
export const SMTP_FAULTS = [
  /** Greets with 421. */
  'refuse-connection',
  /** Rejects every password with 535. */
  'refuse-login',
  /** Cannot judge passwords, with 454. */
  'refuse-login-for-now',
  /** Rejects the sender with 550. */
  'refuse-sender',
  /** Rejects the recipient with 451, a temporary failure. */
  'refuse-for-now',
  /** Rejects the recipient with 550, a permanent failure. */
  'refuse-for-good',
  /** Rejects the mail itself with 554. */
  'refuse-content',
  /** Accepts the mail and never replies. */
  'stall',
  /** Drops the connection during DATA. */
  'drop-in-data',
  /** Stores the mail and drops the connection before confirming it. */
  'drop-after-data',
] as const;

type SmtpBehavior = 'accept' | (typeof SMTP_FAULTS)[number];

/** Time limit for work in the background. */
export const WAIT = { timeout: 30_000, interval: 20 };

/** The company's mailbox: mails that a loopback SMTP server accepted, parsed as a mail program parses them. */
export async function startMailbox(security: 'tls' | 'starttls') {
  /** Mails that the server confirmed in time, in order. */
  const mails: Email[] = [];
  /** Mails that the server stored, confirmed or not. */
  const keptMails: Email[] = [];
  /** How each login came, and each goodbye. */
  const events: string[] = [];
  const caFile = join(mkdtempSync(join(tmpdir(), 'contact-ca-')), 'ca.pem');
  writeFileSync(caFile, CERTIFICATE.ca);
  const sockets = new Set<Socket>();
  const cutConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const refusal = (responseCode: number) => Object.assign(new Error('not now'), { responseCode });

  const server = new SMTPServer({
    secure: security === 'tls',
    ...CERTIFICATE,
    // As behind an attacker who strips the offer of encryption to read the password.
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: new Proxy(
      {},
      {
        get: () => (entry: { command?: string }) => {
          if (entry.command === 'QUIT') events.push('quit');
        },
      },
    ),
    onConnect(_session, callback) {
      const refused = smtp.behavior === 'refuse-connection' ? refusal(421) : null;
      setTimeout(callback, smtp.greetingDelayMs, refused);
    },
    // Destroys the TLS socket: destroying the TCP socket beneath it can crash Node itself.
    onSecure(socket, _session, callback) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      callback();
    },
    onAuth({ username, password }, session, callback) {
      events.push(session.secure ? 'auth-encrypted' : 'auth-in-clear');
      const isKnown = username === SMTP_USER && password === SMTP_PASSWORD;
      if (isKnown && !smtp.behavior.startsWith('refuse-login')) {
        callback(null, { user: username });
        return;
      }
      const reason =
        smtp.behavior === 'refuse-login-for-now' ? refusal(454) : new Error('wrong credentials');
      // Not a promise: the callback's own errors would come back to it.
      setTimeout(callback, smtp.badLogins * smtp.badLoginDelayMs, reason);
      smtp.badLogins += 1;
    },
    onMailFrom(_address, _session, callback) {
      callback(smtp.behavior === 'refuse-sender' ? refusal(550) : null);
    },
    onRcptTo(_address, _session, callback) {
      if (smtp.behavior === 'refuse-for-now') callback(refusal(451));
      else callback(smtp.behavior === 'refuse-for-good' ? refusal(550) : null);
    },
    onData(stream, _session, callback) {
      const { behavior } = smtp;
      if (behavior === 'drop-in-data') cutConnections();
      const keep = async () => {
        const raw = await buffer(stream);
        if (behavior === 'stall' || behavior === 'drop-in-data') return;
        if (behavior === 'refuse-content') throw refusal(554);
        const mail = await PostalMime.parse(raw);
        keptMails.push(mail);
        if (behavior === 'accept') mails.push(mail);
        if (behavior === 'drop-after-data') cutConnections();
        else setTimeout(callback);
      };
      keep().catch(callback);
    },
  });
  // A client that disconnects must not crash the server.
  server.on('error', () => undefined);

  const smtp = {
    port: await listen(server.server),
    /** CA certificate to trust, as PEM and as a file of it. */
    ca: CERTIFICATE.ca,
    caFile,
    behavior: 'accept' as SmtpBehavior,
    greetingDelayMs: 0,
    /** Before it answers a bad login, for each one before, as Dovecot does. */
    badLoginDelayMs: 0,
    badLogins: 0,
    ...{ security, mails, keptMails, events },
    /** Resolves once `count` mails have arrived. */
    waitForMails: (count: number) => vi.waitUntil(() => mails.length >= count && mails, WAIT),
    /** Resolves once no client is connected. */
    untilIdle: () => vi.waitUntil(() => sockets.size === 0, WAIT),
    /** Clears everything and accepts mail again. */
    empty() {
      Object.assign(smtp, { behavior: 'accept', badLogins: 0, badLoginDelayMs: 0 });
      for (const list of [mails, keptMails, events]) list.length = 0;
    },
    stop: async () => {
      cutConnections();
      rmSync(dirname(caFile), { recursive: true });
      await new Promise<void>((resolve) => {
        server.close(resolve);
      });
    },
  };
  return smtp;
}
