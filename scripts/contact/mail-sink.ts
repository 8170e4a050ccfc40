// The least that passes for an SMTP server (RFC 5321), so that the bench measures the function and
// not the server it mails to, on cores that both share.
import { createServer, type AddressInfo } from 'node:net';

export interface BareMailSink {
  port: number;
  count(): number;
  stop(): void;
}

export async function startBareMailSink(): Promise<BareMailSink> {
  let count = 0;
  const server = createServer((socket) => {
    let isData = false;
    let buffer = '';
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.write('220 bench\r\n');
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1');
      for (;;) {
        const end = buffer.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const command = isData ? '' : buffer.slice(0, 4).toUpperCase();
        buffer = buffer.slice(end + (isData ? 5 : 2));
        if (isData) count += 1;
        isData = command === 'DATA';
        if (command === 'QUIT') socket.end('221 bye\r\n');
        else socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    count: () => count,
    stop: () => {
      server.close();
    },
  };
}
