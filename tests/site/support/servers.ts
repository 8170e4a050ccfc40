/** nginx and Caddy, each serving a built site with the generated configuration. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { vi } from 'vitest';
import { findOnPath } from '../../../local/machine.ts';
import type { TestBuild } from '../../support/builds.ts';
import type { Host } from '../../support/host-answers.ts';

const START_TIMEOUT_MS = 10_000;

const NGINX_BROTLI_MODULE = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/** nginx needs a module for Brotli copies, which Debian packages separately. */
export const nginxHasBrotli = existsSync(NGINX_BROTLI_MODULE);

/** Configuration and arguments of each server. Its own files are beside the root. */
const PROGRAMS = {
  nginx: {
    configure: (files: string, generated: string) => `
${nginxHasBrotli ? `load_module ${NGINX_BROTLI_MODULE};` : ''}
daemon off; master_process off; pid ${files}/pid; error_log stderr;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_body_temp_path ${files}; proxy_temp_path ${files}; fastcgi_temp_path ${files};
  uwsgi_temp_path ${files}; scgi_temp_path ${files};
  server {
    listen unix:${files}/socket; root ${files}/root; ${nginxHasBrotli ? 'brotli_static on;' : ''}
    include ${generated}/nginx.conf;
  }
}
`,
    args: ['-e', 'stderr', '-c'],
  },
  caddy: {
    configure: (files: string, generated: string) => `{
	admin off
	auto_https off
}
http:// {
	bind unix/${files}/socket
	root * ${files}/root
	import ${generated}/Caddyfile
}
`,
    args: ['run', '--adapter', 'caddyfile', '--config'],
  },
};

/** Starts a server on a copy of a built site with an editor, with secrets inside it and beside it. */
export async function startServer(
  program: keyof typeof PROGRAMS,
  { folder, base = '' }: TestBuild,
): Promise<Host> {
  const files = mkdtempSync(join(tmpdir(), 'server-'));
  const site = join(files, 'root', base);
  cpSync(folder, site, { recursive: true });
  for (const name of ['admin', '.git']) mkdirSync(join(site, name));
  writeFileSync(join(site, 'admin/index.html'), '<title>Conteúdo do site</title>');
  writeFileSync(join(site, '.git/config'), 'secret');
  writeFileSync(join(files, 'secret'), 'secret');

  const { configure, args } = PROGRAMS[program];
  const config = join(files, 'config');
  writeFileSync(config, configure(files, resolve(`${folder}-server`)));
  const child = spawn(findOnPath(program) ?? program, [...args, config], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: files },
  });
  const ended = once(child, 'exit');
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(files, { recursive: true });
  };

  // Sends the path exactly as given: a client library would normalise it.
  const ask: Host['ask'] = async (path, headers) => {
    const options = { headers: { host: 'www.empresa.example', ...headers } };
    const sent = request({ socketPath: join(files, 'socket'), path, ...options }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const body = await buffer(response);
    return { status: response.statusCode ?? 0, headers: response.headers, body };
  };
  await vi
    .waitFor(() => ask('/'), START_TIMEOUT_MS)
    .catch(async (cause: unknown) => {
      await stop();
      throw new Error(`${program} did not start:\n${log}`, { cause });
    });
  return { ask, stop };
}
