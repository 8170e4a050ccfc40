// A real SMTP server on loopback, with TLS and login, that can be told to misbehave.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';

import { createCertificate, type Certificate } from './certificate.ts';

export type SmtpBehavior =
  | 'accept'
  /** 421 in place of a greeting. */
  | 'refuse-connection'
  /** 451 to the recipient: come back later. */
  | 'refuse-for-now'
  /** 550 to the recipient: never. */
  | 'refuse-for-good'
  /** Takes the mail and never answers. */
  | 'stall'
  /** Keeps the mail and says so only after `lateMs`. */
  | 'accept-late'
  /** Cuts the connection while the mail is being sent. */
  | 'drop-in-data'
  /** Keeps the mail and cuts the connection before saying so. */
  | 'drop-after-data';

export interface SmtpServerOptions {
  security: 'tls' | 'starttls';
  /** Gets each mail that the server keeps, and whether it says so at once. */
  onMail: (raw: Buffer, isConfirmed: boolean) => void | Promise<void>;
  /** What clients ask of it, one word each. */
  onEvent?: (event: string) => void;
}

export const SMTP_USER = 'site';
export const SMTP_PASSWORD = 'correct horse battery staple';

/** Made once, when the first server starts. */
let certificate: Promise<Certificate> | undefined;

export async function startSmtpServer({
  security,
  onMail,
  onEvent = () => undefined,
}: SmtpServerOptions) {
  const tls = await (certificate ??= createCertificate());
  const sockets = new Set<Socket>();
  const cutConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const refusal = (responseCode: number) => Object.assign(new Error('not now'), { responseCode });

  const server = new SMTPServer({
    secure: security === 'tls',
    ...tls,
    // As behind an attacker who strips the offer of encryption to read the password.
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, callback) {
      onEvent('connect');
      callback(smtp.behavior === 'refuse-connection' ? refusal(421) : null);
    },
    // The TLS socket: cutting the TCP socket beneath it can crash Node itself.
    onSecure(socket, _session, callback) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      callback();
    },
    onAuth({ username, password }, session, callback) {
      onEvent(session.secure ? 'auth-encrypted' : 'auth-in-clear');
      if (username === SMTP_USER && password === SMTP_PASSWORD) callback(null, { user: username });
      else callback(new Error('wrong credentials'));
    },
    onRcptTo(_address, _session, callback) {
      if (smtp.behavior === 'refuse-for-now') callback(refusal(451));
      else callback(smtp.behavior === 'refuse-for-good' ? refusal(550) : null);
    },
    onData(stream, _session, callback) {
      const { behavior, lateMs } = smtp;
      onEvent(behavior);
      if (behavior === 'drop-in-data') cutConnections();
      const keep = async () => {
        const raw = await buffer(stream);
        if (behavior === 'stall' || behavior === 'drop-in-data') return;
        await onMail(raw, behavior === 'accept');
        if (behavior === 'drop-after-data') cutConnections();
        else setTimeout(callback, behavior === 'accept-late' ? lateMs : 0);
      };
      keep().catch(() => {
        callback(refusal(451));
      });
    },
  });
  // A client that goes away is no reason to go down.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');

  const smtp = {
    port: (server.server.address() as AddressInfo).port,
    /** Certificate to trust, as PEM. */
    ca: tls.ca,
    behavior: 'accept' as SmtpBehavior,
    /** How late `accept-late` is. */
    lateMs: 0,
    stop: async () => {
      cutConnections();
      await new Promise<void>((resolve) => {
        server.close(resolve);
      });
    },
  };
  return smtp;
}
