// A real SMTP server on loopback: the mailbox of `npm start`, and of tests and soak the server that can
// be told to misbehave.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';

import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';

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

export interface SmtpServer {
  port: number;
  /** Certificate to trust, as PEM. */
  ca: string;
  behavior: SmtpBehavior;
  /** How late `accept-late` is, in milliseconds. */
  lateMs: number;
  stop(): Promise<void>;
}

export interface SmtpServerOptions {
  /** `none`: no encryption and no login, as nothing leaves this machine. */
  security: 'tls' | 'starttls' | 'none';
  /** Gets each mail that the server keeps, whether it says so in time or not. */
  onMail: (raw: Buffer, answer: 'in time' | 'late' | 'never') => void | Promise<void>;
  /** What clients ask of it, one word each. */
  onEvent?: (event: string) => void;
  host?: string;
  port?: number;
}

export const SMTP_USER = 'site';
export const SMTP_PASSWORD = 'correct horse battery staple';

interface Certificate {
  key: string;
  cert: string;
  /** Who vouches for it: Deno up to 2.1 takes no certificate that vouches for itself. */
  ca: string;
}

let certificate: Promise<Certificate> | undefined;

async function createCertificate(): Promise<Certificate> {
  const ca = await generate([{ name: 'commonName', value: 'Authority' }], {
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  const leaf = await generate([{ name: 'commonName', value: 'localhost' }], {
    ca: { key: ca.private, cert: ca.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { key: leaf.private, cert: leaf.cert, ca: ca.cert };
}

export async function startSmtpServer({
  security,
  onMail,
  onEvent = () => undefined,
  host = '127.0.0.1',
  port = 0,
}: SmtpServerOptions): Promise<SmtpServer> {
  const tls = security === 'none' ? undefined : await (certificate ??= createCertificate());
  const sockets = new Set<Socket>();
  const cutConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const refusal = (responseCode: number) => Object.assign(new Error('not now'), { responseCode });

  async function takeMail(raw: Buffer): Promise<void> {
    const { behavior } = smtp;
    if (behavior === 'stall') {
      onEvent('stall');
      await new Promise(() => undefined);
    }
    if (behavior === 'drop-after-data') {
      await onMail(raw, 'never');
      onEvent('drop');
      cutConnections();
    } else if (behavior === 'accept-late') {
      await onMail(raw, 'late');
      onEvent('late');
      await new Promise((resolve) => setTimeout(resolve, smtp.lateMs));
    } else {
      await onMail(raw, 'in time');
      onEvent('mail');
    }
  }

  const server = new SMTPServer({
    secure: security === 'tls',
    ...(tls === undefined
      ? { disabledCommands: ['STARTTLS', 'AUTH'] }
      : { key: tls.key, cert: tls.cert }),
    disableReverseLookup: true,
    authOptional: security === 'none',
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
      const code = { 'refuse-for-now': 451, 'refuse-for-good': 550 }[smtp.behavior as string];
      if (code !== undefined) onEvent('refuse');
      callback(code === undefined ? null : refusal(code));
    },
    onData(stream, _session, callback) {
      if (smtp.behavior === 'drop-in-data') {
        onEvent('drop');
        stream.resume();
        cutConnections();
        return;
      }
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        takeMail(Buffer.concat(chunks)).then(
          () => {
            callback();
          },
          () => {
            callback(refusal(451));
          },
        );
      });
    },
  });
  // A client that goes away is no reason to go down.
  server.on('error', () => undefined);
  server.listen(port, host);
  await once(server.server, 'listening');

  const smtp: SmtpServer = {
    port: (server.server.address() as AddressInfo).port,
    ca: tls?.ca ?? '',
    behavior: 'accept',
    lateMs: 0,
    stop: () =>
      new Promise((resolve) => {
        cutConnections();
        server.close(resolve);
      }),
  };
  return smtp;
}
