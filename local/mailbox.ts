// The company's mailbox on this machine: an SMTP server on loopback that takes every mail. Nothing leaves
// the machine, so it wants neither encryption nor login.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';

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
  // A client that goes away does not end the server.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}
