/**
 * The proxy of the tests' browser. It leads to one host only, the backend, and answers in its place
 * as a test wants it to, or as a real one does: a browser also asks for its own updates.
 */
import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { BACKEND_HOST } from '../../../testing/builds.ts';

interface RecordedRequest extends Pick<IncomingMessage, 'headers' | 'method'> {
  path: string;
  body: string;
}

export type Answer = { status: number; body?: unknown } | 'drop';

const SUCCESS: Answer = { status: 200, body: { status: 'sent' } };

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, apikey, content-type, x-client-info, idempotency-key',
  'content-type': 'application/json',
};

export class RecordedEndpoint {
  /** Every request to the function but the CORS preflights. */
  requests: RecordedRequest[] = [];
  answer: Answer | Promise<Answer> = SUCCESS;
  /** Whether it has answered with a failure, or not at all. */
  hasRefused = false;
  /** Where a real backend listens. It then answers, and nothing is recorded. */
  realBackend: string | undefined;
  #server = createServer((request, response) => void this.#record(request, response));

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
  }

  /** Where the browser finds its proxy. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets the last test. */
  reset(): void {
    this.requests = [];
    this.answer = SUCCESS;
    this.hasRefused = false;
    this.realBackend = undefined;
  }

  /** Keeps requests waiting. Returns what lets them succeed. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.answer = promise;
    return () => {
      resolve(SUCCESS);
    };
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #record(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, headers } = request;
    // A browser names the whole URL to a proxy (RFC 9112, section 3.2.2).
    const { host, pathname } = new URL(request.url ?? '', `http://${headers.host}`);
    if (host !== BACKEND_HOST || pathname === '/favicon.ico') {
      response.writeHead(502).end();
    } else if (this.realBackend) {
      const passedOn = ask(new URL(pathname, this.realBackend), { method, headers });
      passedOn.on('response', (answer) => {
        answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
      });
      request.pipe(passedOn);
    } else if (method === 'OPTIONS') {
      response.writeHead(204, HEADERS).end();
    } else {
      this.requests.push({ method, path: pathname, headers, body: await text(request) });
      const answer = await this.answer;
      this.hasRefused ||= answer === 'drop' || answer.status >= 400;
      if (answer === 'drop') response.destroy();
      else response.writeHead(answer.status, HEADERS).end(JSON.stringify(answer.body ?? {}));
    }
  }
}
