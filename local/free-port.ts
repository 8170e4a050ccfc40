import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A free loopback port: the preferred one if possible, otherwise any. */
export async function freePort(preferred: number): Promise<number> {
  const probe = createServer().listen(preferred, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort(0);
    throw error;
  }
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
