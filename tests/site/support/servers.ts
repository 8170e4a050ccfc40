/** nginx and Caddy, each serving a built folder with the configuration that the build generated. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { findOnPath } from '../../../scripts/machine.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface RunningServer {
  /** Sends a request with the path exactly as given: a client library would tidy it up. */
  ask: (
    path: string,
    options?: { method?: string; headers?: Record<string, string> },
  ) => Promise<Answer>;
  stop: () => Promise<void>;
}

interface ServerKind {
  name: string;
  program: string;
  /** Configuration file that serves `root` on a Unix socket, and the arguments that start with it. */
  configure: (paths: { root: string; snippet: string; socket: string; folder: string }) => {
    config: string;
    args: (configFile: string) => string[];
  };
  snippet: string;
  /** Package without which it cannot send `.br` copies, where this machine lacks it. */
  missingForBrotli?: string;
}

const NGINX_BROTLI_PACKAGE = 'libnginx-mod-http-brotli-static';
const NGINX_BROTLI_MODULE = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
const nginxHasBrotli = existsSync(NGINX_BROTLI_MODULE);

const KINDS: ServerKind[] = [
  {
    name: 'nginx',
    program: 'nginx',
    snippet: 'nginx.conf',
    ...(nginxHasBrotli ? {} : { missingForBrotli: NGINX_BROTLI_PACKAGE }),
    configure: ({ root, snippet, socket, folder }) => ({
      config: `${nginxHasBrotli ? `load_module ${NGINX_BROTLI_MODULE};` : ''}
daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen unix:${socket}; root ${root}; ${nginxHasBrotli ? 'brotli_static on;' : ''} include ${snippet}; }
}
`,
      args: (file) => ['-e', 'stderr', '-p', folder, '-c', file],
    }),
  },
  {
    name: 'Caddy',
    program: 'caddy',
    snippet: 'Caddyfile',
    configure: ({ root, snippet, socket }) => ({
      config: `{
	admin off
	auto_https off
}
http:// {
	bind unix/${socket}
	root * ${root}
	import ${snippet}
}
`,
      args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    }),
  },
];

function ask(
  socketPath: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolveAnswer, reject) => {
    const request = httpRequest(
      { socketPath, path, method, headers: { host: 'www.empresa.example', ...headers } },
      (response) => {
        buffer(response).then((body) => {
          resolveAnswer({ status: response.statusCode ?? 0, headers: response.headers, body });
        }, reject);
      },
    );
    request.on('error', reject).end();
  });
}

const START_DEADLINE_MS = 10_000;
const START_POLL_MS = 25;

/** @param built folder of a built site; its server configuration lies beside it */
async function start(kind: ServerKind, built: string, root: string): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  const socket = join(folder, 'http.sock');
  const snippet = resolve(`${built}-server`, kind.snippet);
  const { config, args } = kind.configure({ root: resolve(root), snippet, socket, folder });
  const configFile = join(folder, 'config');
  writeFileSync(configFile, config);
  const child = spawn(findOnPath(kind.program) ?? kind.program, args(configFile), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder },
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = new Promise<void>((resolveEnd) =>
    child.once('exit', () => {
      resolveEnd();
    }),
  );

  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    try {
      await ask(socket, '/');
      break;
    } catch {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`${kind.name} did not start:\n${log}`);
      }
      await new Promise((resolveWait) => setTimeout(resolveWait, START_POLL_MS));
    }
  }
  return {
    ask: (path, options) => ask(socket, path, options),
    stop: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a test's title says of a package without which it is skipped. */
function skippedWithout(packageName: string | undefined): string {
  return packageName === undefined
    ? ''
    : ` (skipped: not on this machine; apt-get install ${packageName})`;
}

/** The two servers, and why one of them cannot be tested here, or not with Brotli. */
export const REAL_SERVERS = KINDS.map((kind) => {
  const isHere = findOnPath(kind.program) !== undefined;
  return {
    name: `${kind.name}${skippedWithout(isHere ? undefined : kind.program)}`,
    isHere,
    takesBrotli: isHere && kind.missingForBrotli === undefined,
    whyNoBrotli: skippedWithout(kind.missingForBrotli),
    start: (built: string, root = built) => start(kind, built, root),
  };
});
