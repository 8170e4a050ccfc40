// A real SMTP server with TLS and login that can be told to misbehave.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';

import PostalMime, { type Email } from 'postal-mime';
import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';

export type SmtpBehaviour =
  | 'accept'
  /** 421 in place of a greeting. */
  | 'refuse-connection'
  /** 451 to the recipient: come back later. */
  | 'refuse-for-now'
  /** 550 to the recipient: never. */
  | 'refuse-for-good'
  /** Takes the mail and never answers. */
  | 'stall'
  /** Cuts the line while the mail is being sent. */
  | 'drop-in-data'
  /** Keeps the mail and cuts the line before saying so: the one way to a second delivery. */
  | 'drop-after-data';

export interface TestSmtp {
  port: number;
  /** Certificate to trust, as PEM. */
  ca: string;
  behaviour: SmtpBehaviour;
  /** Mails the server has taken responsibility for, in order. */
  mails: Email[];
  /** Mails it has kept, answered for or not. */
  keptMessageIds: string[];
  /** What clients have asked of it, one word each. */
  events: string[];
  /** Resolves once `count` mails have come in; rejects after ten seconds. */
  waitForMails(count: number): Promise<Email[]>;
  waitForEvent(event: string): Promise<void>;
  stop(): Promise<void>;
}

export const SMTP_USER = 'site';
export const SMTP_PASSWORD = 'correct horse battery staple';

const WAIT_DEADLINE_MS = 10_000;

let certificate: Promise<{ key: string; cert: string }> | undefined;

async function localhostCertificate(): Promise<{ key: string; cert: string }> {
  certificate ??= generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  }).then(({ private: key, cert }) => ({ key, cert }));
  return certificate;
}

export async function startTestSmtp(security: 'tls' | 'starttls' = 'tls'): Promise<TestSmtp> {
  const { key, cert } = await localhostCertificate();
  const sockets = new Set<Socket>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const note = (event: string) => {
    smtp.events.push(event);
    changed();
  };
  const cutLines = () => {
    for (const socket of sockets) socket.destroy();
  };

  async function until(condition: () => boolean, what: string): Promise<void> {
    if (condition()) return;
    await new Promise<void>((resolve, reject) => {
      const listener = () => {
        if (!condition()) return;
        clearTimeout(timer);
        listeners.delete(listener);
        resolve();
      };
      const timer = setTimeout(() => {
        listeners.delete(listener);
        reject(
          new Error(
            `${what} did not happen within ${WAIT_DEADLINE_MS} ms; so far: ${smtp.events.join(' ')}`,
          ),
        );
      }, WAIT_DEADLINE_MS);
      listeners.add(listener);
    });
  }

  const server = new SMTPServer({
    secure: security === 'tls',
    key,
    cert,
    disableReverseLookup: true,
    authOptional: false,
    onConnect(_session, callback) {
      note('connect');
      if (smtp.behaviour === 'refuse-connection') {
        callback(Object.assign(new Error('too busy'), { responseCode: 421 }));
        return;
      }
      callback();
    },
    onAuth({ username, password }, session, callback) {
      note(session.secure ? 'auth-encrypted' : 'auth-in-clear');
      if (username === SMTP_USER && password === SMTP_PASSWORD) callback(null, { user: username });
      else callback(new Error('wrong credentials'));
    },
    onRcptTo(_address, _session, callback) {
      const code = { 'refuse-for-now': 451, 'refuse-for-good': 550 }[smtp.behaviour as string];
      if (code === undefined) {
        callback();
        return;
      }
      note('refuse');
      callback(Object.assign(new Error('not now'), { responseCode: code }));
    },
    onData(stream, _session, callback) {
      if (smtp.behaviour === 'drop-in-data') {
        note('drop');
        stream.resume();
        cutLines();
        return;
      }
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          if (smtp.behaviour === 'stall') {
            note('stall');
            return;
          }
          smtp.keptMessageIds.push(mail.messageId ?? '');
          if (smtp.behaviour === 'drop-after-data') {
            note('drop');
            cutLines();
            return;
          }
          smtp.mails.push(mail);
          callback();
          note('mail');
        });
      });
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');

  const smtp: TestSmtp = {
    port: (server.server.address() as AddressInfo).port,
    ca: cert,
    behaviour: 'accept',
    mails: [],
    keptMessageIds: [],
    events: [],
    waitForMails: async (count) => {
      await until(() => smtp.mails.length >= count, `mail number ${count}`);
      return smtp.mails;
    },
    waitForEvent: (event) => until(() => smtp.events.includes(event), event),
    stop: () =>
      new Promise((resolve) => {
        cutLines();
        server.close(resolve);
      }),
  };
  return smtp;
}
