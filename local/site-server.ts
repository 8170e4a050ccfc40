/** Serves a built site like a static host: clean URLs, 404 pages, precompressed files. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, posix } from 'node:path';
import sirv from 'sirv';
import { headersFor } from './host-headers.ts';
import { listen } from './listen.ts';

export interface SiteServer {
  url: string;
  stop: () => Promise<void>;
}

interface SiteServerOptions {
  /** Folder of the built site. */
  folder: string;
  /** Default: a free port. */
  port?: number;
  /** Base path of the site, such as `/site`. */
  base?: string;
  /** Sends the `.br` copy of a file if there is one and the browser accepts it. */
  brotli?: boolean;
}

/** The nearest not-found page of a path, as on Cloudflare. */
function notFoundPage(folder: string, path: string): string {
  const parent = posix.dirname(posix.normalize(path));
  const page = join(folder, parent, '404.html');
  return existsSync(page) ? readFileSync(page, 'utf8') : notFoundPage(folder, parent);
}

/**
 * Starts serving a built site on loopback.
 *
 * @throws if the folder holds no built site, or the port is taken
 */
export async function serveSite({
  folder,
  port = 0,
  base = '',
  brotli = false,
}: SiteServerOptions): Promise<SiteServer> {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error(`${folder} holds no built site. Run \`npm run build\` first.`);
  }
  const files = sirv(folder, {
    extensions: ['html'],
    etag: true,
    brotli,
    setHeaders: (response, path) => {
      response.setHeaders(headersFor(path));
    },
  });
  const server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    const isBelowBase = path.startsWith(`${base}/`);
    const page = path.slice(0, -1);
    if (path.endsWith('/') && existsSync(join(folder, `${page.slice(base.length)}.html`))) {
      response.writeHead(301, { location: page }).end();
      return;
    }
    const notFound = (): void => {
      response.setHeaders(headersFor('/404'));
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
      const page = notFoundPage(folder, isBelowBase ? path.slice(base.length) : '/');
      response.end(request.method === 'HEAD' ? undefined : page);
    };
    if (isBelowBase) {
      request.url = (request.url ?? '/').slice(base.length);
      files(request, response, notFound);
    } else {
      notFound();
    }
  });

  return {
    url: `http://localhost:${await listen(server, port)}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
