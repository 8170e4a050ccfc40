/**
 * The proxy of the tests' browser. It forwards requests to one host only, the backend, and answers them as
 * a test chooses or passes them to a real one; browsers also request their own updates.
 */
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../../local/listen.ts';
import { BACKEND_HOST } from '../builds.ts';

interface RecordedRequest extends Pick<IncomingMessage, 'headers' | 'method'> {
  path: string;
  body: string;
}

/** A body that is a text is sent as it is. */
type Answer = { status: number; body?: unknown; type?: string } | 'drop';

const SUCCESS: Answer = { status: 200, body: { status: 'sent' } };

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, apikey, content-type, x-client-info, idempotency-key',
  'content-type': 'application/json',
};

export class RecordedEndpoint {
  /** Every request to the function except CORS preflights. */
  requests: RecordedRequest[] = [];
  answer: Answer | Promise<Answer> = SUCCESS;
  preflights = 0;
  /** CORS preflights wait for it. */
  permission: Promise<unknown> | undefined;
  /** True once it has answered with an error, or not at all. */
  hasRefused = false;
  /** URL of a real backend, which then answers; nothing is recorded. */
  realBackend: string | undefined;
  /** The proxy's URL, once it has started. */
  url = '';
  #server = createServer((request, response) => void this.#record(request, response));

  async start(): Promise<void> {
    this.url = `http://127.0.0.1:${await listen(this.#server)}`;
  }

  /** Resets everything that the last test set. */
  reset(): void {
    this.requests = [];
    this.answer = SUCCESS;
    this.preflights = 0;
    this.permission = undefined;
    this.hasRefused = false;
    this.realBackend = undefined;
  }

  /** Holds requests. Returns a function that lets them succeed. */
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
    // Browsers send a proxy the whole URL (RFC 9112, section 3.2.2).
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
      this.preflights += 1;
      await this.permission;
      response.writeHead(204, HEADERS).end();
    } else {
      this.requests.push({ method, path: pathname, headers, body: await text(request) });
      const answer = await this.answer;
      this.hasRefused ||= answer === 'drop' || answer.status >= 400;
      if (answer === 'drop') response.destroy();
      else {
        const { status, body = {}, type = HEADERS['content-type'] } = answer;
        response.writeHead(status, { ...HEADERS, 'content-type': type });
        response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
      }
    }
  }
}
