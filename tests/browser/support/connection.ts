/** A server in front of a site's, with a line in between: loopback is faster than any line. */
import { createServer, request as forward, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Line {
  /** What every answer waits for before its first byte. */
  answerAfterMs?: number;
  /** What the bodies of all but documents wait for after their headers. */
  bodyAfterMs?: number;
  /** Told of every request. */
  onRequest?: (request: IncomingMessage) => void;
  /** As a proxy, the one host that it leads to the site: a browser also asks for its own updates. */
  onlyHost?: string;
}

export interface SlowSite {
  url: string;
  stop: () => Promise<void>;
}

/** Serves a site behind a line, on a free port of loopback; a browser may take it for its proxy. */
export async function behindLine(
  siteUrl: string,
  { answerAfterMs = 0, bodyAfterMs = 0, onRequest, onlyHost }: Line,
): Promise<SlowSite> {
  const server = createServer((incoming, outgoing) => {
    if (onlyHost !== undefined && incoming.headers.host !== onlyHost) {
      outgoing.writeHead(502).end();
      return;
    }
    onRequest?.(incoming);
    setTimeout(() => {
      const { method, headers, url = '/' } = incoming;
      // A browser names the whole address to a proxy (RFC 9112, section 3.2.2): only its path counts.
      const { pathname, search } = new URL(url, siteUrl);
      const ask = forward(new URL(pathname + search, siteUrl), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        outgoing.flushHeaders();
        const isDocument = answer.headers['content-type']?.startsWith('text/html') ?? false;
        setTimeout(() => answer.pipe(outgoing), isDocument ? 0 : bodyAfterMs);
      });
      ask.on('error', () => outgoing.destroy());
      incoming.pipe(ask);
    }, answerAfterMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
