/** nginx with the block of docs/deploy.md, without its certificate. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../../../local/listen.ts';
import { findOnPath, installDebianPackages } from '../../../local/machine.ts';
import { askUrl, type Host } from './host-answers.ts';

export async function startNginx(built: string): Promise<Host> {
  if (findOnPath('nginx') === undefined) installDebianPackages(['nginx']);
  const [, block = ''] = /```nginx\n(.*?)```/s.exec(readFileSync('docs/deploy.md', 'utf8')) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await freePort(0);
  const server = block
    .replaceAll('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll(/ *(?:ssl_|listen 80).*\n/g, '')
    .replace('/var/www/site', resolve(built));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const http = `include /etc/nginx/mime.types; access_log off; ${paths.join(' ')} ${server}`;
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const config = `${user} daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${http} }`;
  writeFileSync(join(folder, 'nginx.conf'), config);
  const child = spawn(findOnPath('nginx') ?? 'nginx', ['-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(url), 10_000);
  return {
    ask: askUrl(url),
    stop: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
