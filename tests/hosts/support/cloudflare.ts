/** Cloudflare's own server, workerd, run locally by wrangler. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { askUrl, type Host } from './host-answers.ts';

/** A file of `tests/hosts`' own packages, for Node to run: Windows needs a shell for programs. */
const toolPath = (file: string) => join(import.meta.dirname, '../node_modules', file);

/** @param args of wrangler, run beside `wrangler.jsonc` and `dist`, a copy of the site */
async function startWrangler(built: string, args: string[]): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'wrangler-'));
  cpSync('wrangler.jsonc', join(folder, 'wrangler.jsonc'));
  cpSync(built, join(folder, 'dist'), { recursive: true });
  const program = toolPath('wrangler/bin/wrangler.js');
  const child = spawn(process.execPath, [program, ...args, '--ip', '127.0.0.1', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
  });
  const ended = once(child, 'exit');

  let log = '';
  let url: string | undefined;
  for await (const line of createInterface(child.stdout)) {
    log += `${line}\n`;
    url = /Ready on (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error(`wrangler did not start:\n${log}`);
  child.stdout.resume();
  return {
    ask: askUrl(url),
    stop: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

export function startPages(built: string): Promise<Host> {
  // `pages dev` looks for a configuration above wrangler's own files, and would find the one for Workers.
  writeFileSync(toolPath('wrangler.jsonc'), '{}');
  return startWrangler(built, ['pages', 'dev', 'dist']);
}

export function startWorkers(built: string): Promise<Host> {
  return startWrangler(built, ['dev', '--name', 'x']);
}
