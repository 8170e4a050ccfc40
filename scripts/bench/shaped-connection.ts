/**
 * A TCP proxy that simulates a slow connection: one round trip for the handshake, TCP slow start, and a
 * bandwidth shared by all connections. Browser throttling does not model the congestion window, which is
 * what a one-round-trip page is built for. Not modelled: TLS (one more round trip for every page), packet
 * loss and HTTP/2.
 */
import { connect, createServer } from 'node:net';
import { listen } from '../../local/listen.ts';

const PACKET_BYTES = 1460;
/** Initial congestion window (RFC 6928). */
const INITIAL_WINDOW_BYTES = 10 * PACKET_BYTES;

/** @returns the page's URL behind the proxy; disposing of it stops the proxy */
export async function shapeConnection(
  url: string,
  { rttMs, kbps }: { rttMs: number; kbps: number },
) {
  const { port, pathname } = new URL(url);
  const bytesPerMs = kbps / 8;
  let linkIsFreeAtMs = 0;

  const proxy = createServer((client) => {
    const server = connect(Number(port), '127.0.0.1');
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
    // The first request also waits for the handshake.
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
  return {
    url: `http://localhost:${await listen(proxy)}${pathname}`,
    [Symbol.dispose]() {
      proxy.close();
    },
  };
}
