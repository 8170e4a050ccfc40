// The company's mailbox on this machine: an SMTP server on loopback that accepts every mail. Nothing leaves
// the machine, so it requires neither encryption nor login.
import { buffer } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';

import { listen } from './listen.ts';

export async function startMailbox(onMail: (raw: Buffer) => void) {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, _session, callback) {
      void buffer(stream)
        .then(onMail)
        .then(() => {
          callback();
        }, callback);
    },
  });
  // A client that disconnects must not crash the server.
  server.on('error', () => undefined);
  return {
    port: await listen(server.server),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}
