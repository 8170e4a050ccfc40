/**
 * The proxy of the tests' browser. It leads to one host only, the backend, and answers in its place
 * as a test wants it to: a browser also asks for its own updates.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { BACKEND_HOST } from '../../../scripts/test-builds.ts';

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answer =
  { status: number; body?: unknown; headers?: Record<string, string> } | 'hang' | 'drop';

const SUCCESS: Answer = { status: 200, body: { status: 'sent' } };

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, apikey, content-type, x-client-info, idempotency-key',
  'access-control-allow-methods': 'POST',
};

export class RecordedEndpoint {
  /** Every request to the function but the CORS preflights. */
  requests: RecordedRequest[] = [];
  answer: Answer = SUCCESS;
  #hanging: ServerResponse[] = [];
  #server = createServer((request, response) => void this.#record(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  /** Where the browser finds its proxy. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets the last test. */
  reset(): void {
    this.release();
    this.requests = [];
  }

  /** Lets every hanging request succeed, and those that are still to come. */
  release(): void {
    this.answer = SUCCESS;
    for (const response of this.#hanging.splice(0)) this.#respond(response, SUCCESS);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #record(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A browser names the whole URL to a proxy (RFC 9112, section 3.2.2).
    const { host, pathname } = new URL(request.url ?? '', `http://${request.headers.host}`);
    if (host !== BACKEND_HOST || pathname === '/favicon.ico') {
      response.writeHead(502).end();
    } else if (request.method === 'OPTIONS') {
      response.writeHead(204, CORS_HEADERS).end();
    } else {
      const { method = '', headers } = request;
      this.requests.push({ method, path: pathname, headers, body: await text(request) });
      this.#respond(response, this.answer);
    }
  }

  #respond(response: ServerResponse, answer: Answer): void {
    if (answer === 'hang') this.#hanging.push(response);
    else if (answer === 'drop') response.destroy();
    else {
      const type = { 'content-type': 'application/json' };
      response.writeHead(answer.status, { ...CORS_HEADERS, ...type, ...answer.headers });
      response.end(JSON.stringify(answer.body ?? {}));
    }
  }
}
