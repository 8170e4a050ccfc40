/**
 * A TCP proxy that passes a server's bytes on as a slow connection would: one round trip for the
 * handshake, TCP's slow start, and a bandwidth that all connections share. A browser's throttling
 * knows no congestion window, which is what a page of one round trip is built for. Not modelled: TLS
 * (one more round trip, for every page alike), packet loss and HTTP/2.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

const PACKET_BYTES = 1460;
/** What a server sends before the first acknowledgement (RFC 6928). */
const INITIAL_WINDOW_BYTES = 10 * PACKET_BYTES;

/** @returns the URL of a loopback server behind the connection */
export async function shapeConnection(
  serverUrl: string,
  { rttMs, kbps }: { rttMs: number; kbps: number },
): Promise<{ url: string; stop: () => void }> {
  const bytesPerMs = kbps / 8;
  let linkIsFreeAtMs = 0;

  const proxy = createServer((client) => {
    const server = connect(Number(new URL(serverUrl).port), '127.0.0.1');
    let unsent = Buffer.alloc(0);
    let windowBytes = INITIAL_WINDOW_BYTES;
    let inFlightBytes = 0;

    const send = (): void => {
      while (unsent.length > 0 && inFlightBytes < windowBytes) {
        const packet = unsent.subarray(0, PACKET_BYTES);
        unsent = unsent.subarray(PACKET_BYTES);
        inFlightBytes += packet.length;
        const now = performance.now();
        linkIsFreeAtMs = Math.max(now, linkIsFreeAtMs) + packet.length / bytesPerMs;
        const arrivesInMs = linkIsFreeAtMs - now + rttMs / 2;
        setTimeout(() => client.write(packet), arrivesInMs);
        setTimeout(
          () => {
            inFlightBytes -= packet.length;
            windowBytes += packet.length;
            send();
          },
          arrivesInMs + rttMs / 2,
        );
      }
    };
    server.on('data', (data) => {
      unsent = Buffer.concat([unsent, data]);
      send();
    });
    // The first request waits for the handshake as well.
    let delayMs = 1.5 * rttMs;
    client.on('data', (data) => {
      setTimeout(() => server.write(data), delayMs);
      delayMs = rttMs / 2;
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    stop: () => void proxy.close(),
  };
}
