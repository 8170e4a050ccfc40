/** Cloudflare's own server, workerd, as wrangler runs it on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { toolPath, type Host } from './host.ts';

const START_TIMEOUT_MS = 100_000;

/** @param args of wrangler, run beside a copy of the site and of its server configuration */
async function startWrangler(built: string, args: (name: string) => string[]): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'wrangler-'));
  const name = basename(built);
  for (const part of ['', '-server']) {
    cpSync(`${built}${part}`, join(folder, `${name}${part}`), { recursive: true });
  }
  const program = toolPath('wrangler/bin/wrangler.js');
  const options = ['--ip', '127.0.0.1', '--port', '0'];
  const child = spawn(process.execPath, [program, ...args(name), ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };

  let log = '';
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (): void => {
      reject(new Error(`wrangler did not start:\n${log}`));
    };
    const timer = setTimeout(fail, START_TIMEOUT_MS);
    child.once('exit', fail);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        log += chunk.toString();
        const [, ready] = /Ready on (http:\S+)/.exec(log) ?? [];
        if (ready === undefined) return;
        clearTimeout(timer);
        resolve(ready);
      });
    }
  });
  return {
    stop,
    ask: async (path) => {
      const response = await fetch(new URL(path, url), { redirect: 'manual' });
      const headers = Object.fromEntries(response.headers);
      return { status: response.status, headers, body: await response.text() };
    },
  };
}

export function startPages(built: string): Promise<Host> {
  return startWrangler(built, (name) => ['pages', 'dev', name]);
}

/** Workers static assets, with the configuration from the build. */
export function startWorkers(built: string): Promise<Host> {
  const configOf = (name: string) => ['--config', `${name}-server/wrangler.jsonc`];
  return startWrangler(built, (name) => ['dev', ...configOf(name), '--name', 'x']);
}
