// Runs the Edge Function in a Deno process, with the deno.json of its deployment.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { CONTACT_FUNCTION, FUNCTIONS_PATH } from '@site/supabase/contact-form';

const FUNCTION_FOLDER = join(import.meta.dirname, '../supabase/functions/send-contact-email');
/** Installed by the commands of nightly tests. */
const HOSTED_DENO = join(
  import.meta.dirname,
  '../tests/contact/hosted-deno/node_modules/@deno/linux-x64-glibc/deno',
);
const SHOWN_ERROR_LINES = 20;

/** Path under which Supabase serves the function. */
export const FUNCTION_PATH = `${FUNCTIONS_PATH}${CONTACT_FUNCTION}`;

/** The newest Deno, or the version of Supabase's hosted runtime. */
export type DenoVersion = 'newest' | 'hosted';

export type FunctionProcess = Awaited<ReturnType<typeof startFunction>>;

interface FunctionOptions {
  environment: Record<string, string>;
  /** Default: a free port. */
  port?: number;
  /** Receives each line of the function's output; most are JSON. */
  onLine?: (line: string, stream: 'stdout' | 'stderr') => void;
  deno?: DenoVersion;
}

const require = createRequire(import.meta.url);

/** The Deno binary itself: the launcher that npm links would intercept signals. */
export function denoBinary(version: DenoVersion = 'newest'): string {
  if (version === 'hosted') return HOSTED_DENO;
  const { runInstall } = require('deno/install_api.cjs') as { runInstall: () => string };
  return runInstall();
}

/** Supabase's Deno is older than the newest one; messages have to arrive from both. It runs on Linux only. */
export const DENOS: DenoVersion[] = existsSync(HOSTED_DENO) ? ['newest', 'hosted'] : ['newest'];

/** Runs a TypeScript file on Deno, with packages from node_modules only. */
export function spawnDeno(file: string, environment: Record<string, string>, deno?: DenoVersion) {
  const flags = '--config=deno.json --node-modules-dir=manual --cached-only --no-check';
  const permissions = '--no-prompt --allow-env --allow-sys --allow-read --allow-net';
  return spawn(denoBinary(deno), ['run', ...flags.split(' '), ...permissions.split(' '), file], {
    cwd: FUNCTION_FOLDER,
    stdio: 'pipe',
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NO_COLOR: '1',
      DENO_NO_UPDATE_CHECK: '1',
      ...environment,
    },
  });
}

/**
 * Starts the function and waits until it accepts requests.
 *
 * @throws with the function's output if it exits before that
 */
export async function startFunction({ environment, port = 0, onLine, deno }: FunctionOptions) {
  const file = join(import.meta.dirname, 'serve-function.ts');
  const child = spawnDeno(file, { PORT: String(port), ...environment }, deno);
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  const errorLines: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of ['stdout', 'stderr'] as const) {
      createInterface(child[stream]).on('line', (line) => {
        const address = /^Listening on (http:\/\/[\d.]+:\d+)/.exec(line)?.[1];
        if (address !== undefined) {
          resolve(address);
          return;
        }
        if (stream === 'stderr' && errorLines.length < SHOWN_ERROR_LINES) errorLines.push(line);
        onLine?.(line, stream);
      });
    }
    exited.then((code) => {
      const words = [`exit code ${code ?? 'none'}`, ...errorLines].join('\n');
      reject(new Error(`The contact function did not start: ${words}`));
    }, reject);
  });
  return {
    /** Root URL, like SUPABASE_URL of a hosted project. */
    url,
    /** Resolves with the exit code when the process ends; null after a signal. */
    exited,
    async kill(signal: 'SIGTERM' | 'SIGKILL') {
      child.kill(signal);
      await exited;
    },
  };
}
