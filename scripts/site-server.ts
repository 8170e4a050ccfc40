/** Serves a built site as a static host does: clean addresses, 404 pages, compression at rest. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sirv from 'sirv';

export interface SiteServer {
  url: string;
  stop: () => Promise<void>;
}

export interface SiteServerOptions {
  /** Folder of the built site. */
  folder: string;
  /** Port to listen on; without it, any free port. */
  port?: number;
}

/** The not-found page nearest to a path, as Cloudflare Pages and Netlify are set up to find it. */
function notFoundPage(folder: string, path: string): string {
  const inPlans = path.startsWith('/planos/') && existsSync(join(folder, 'planos/404.html'));
  return readFileSync(join(folder, inPlans ? 'planos/404.html' : '404.html'), 'utf8');
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/**
 * Starts serving a built site on loopback.
 *
 * @throws Error when the folder holds no built site, or the port is taken
 */
export async function serveSite({ folder, port = 0 }: SiteServerOptions): Promise<SiteServer> {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error(`${folder} holds no built site. Run \`npm run build\` first.`);
  }
  const files = sirv(folder, { extensions: ['html'], etag: true });
  const server = createServer((request, response) => {
    files(request, response, () => {
      const [pathname = '/'] = (request.url ?? '/').split('?');
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : notFoundPage(folder, pathname));
    });
  });

  await listen(server, port);
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${actualPort}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
