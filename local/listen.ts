import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Starts a server on a loopback port and returns the port; 0 means any free one. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return address.port;
}

/** A free loopback port: the preferred one if possible, otherwise any. */
export async function freePort(preferred: number): Promise<number> {
  const probe = createServer();
  try {
    return await listen(probe, preferred);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      return await freePort(0);
    }
    throw error;
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}
