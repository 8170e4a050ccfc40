/** A backend that records what it is sent and answers as a test wants it to. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answer =
  { status: number; body: unknown; headers?: Record<string, string> } | 'hang' | 'drop';

const SUCCESS: Answer = { status: 200, body: { status: 'sent' } };

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, apikey, content-type, x-client-info, idempotency-key',
  'access-control-allow-methods': 'POST',
};

export class RecordedEndpoint {
  /** Every request but the browser's own: CORS questions and icons. */
  requests: RecordedRequest[] = [];
  answer: Answer = SUCCESS;
  #hanging: ServerResponse[] = [];
  #server = createServer((request, response) => void this.#record(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets the last test. */
  reset(): void {
    this.requests = [];
    this.answer = SUCCESS;
    this.release();
  }

  /** Lets every hanging request succeed, and those that are still on their way. */
  release(): void {
    this.answer = SUCCESS;
    for (const response of this.#hanging.splice(0)) this.#respond(response, SUCCESS);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #record(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CORS_HEADERS).end();
      return;
    }
    if (request.url === '/favicon.ico') {
      response.writeHead(404).end();
      return;
    }
    this.requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    });
    this.#respond(response, this.answer);
  }

  #respond(response: ServerResponse, answer: Answer): void {
    if (answer === 'hang') {
      this.#hanging.push(response);
    } else if (answer === 'drop') {
      response.destroy();
    } else {
      response.writeHead(answer.status, {
        ...CORS_HEADERS,
        'content-type': 'application/json',
        ...answer.headers,
      });
      response.end(JSON.stringify(answer.body));
    }
  }
}
