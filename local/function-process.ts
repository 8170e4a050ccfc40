// The Edge Function in its own Deno process, with the deno.json that it is deployed with.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CONTACT_FUNCTION, FUNCTIONS_PATH } from '../supabase/functions/_shared/contact-form.ts';

const FUNCTION_FOLDER = join(import.meta.dirname, '../supabase/functions/send-contact-email');
const START_DEADLINE_MS = 60_000;
const SHOWN_ERROR_LINES = 20;

/** Where Supabase serves the function. */
export const FUNCTION_PATH = `${FUNCTIONS_PATH}${CONTACT_FUNCTION}`;

/** The newest Deno, or the one that Supabase hosts functions on. */
export type DenoVersion = 'newest' | 'hosted';

export interface FunctionProcess {
  processId: number;
  /** Root URL, as SUPABASE_URL is for a hosted project. */
  url: string;
  /** Resolves with the exit code (null after a signal) when the process has ended. */
  exited: Promise<number | null>;
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export interface FunctionProcessOptions {
  environment: Record<string, string>;
  /** 0: a free one. */
  port: number;
  /** Each line the function writes; most are JSON. */
  onLine?: (line: string, stream: 'out' | 'error') => void;
  deno?: DenoVersion;
}

const require = createRequire(import.meta.url);

/** The Deno binary itself: the launcher npm links would stay between us and a signal. */
export function denoBinary(version: DenoVersion = 'newest'): string {
  if (version === 'hosted') {
    return join(require.resolve('deno-hosted/package.json'), '../deno');
  }
  const { runInstall } = require('deno/install_api.cjs') as { runInstall: () => string };
  return runInstall();
}

/** Whether this machine can run the Deno that Supabase hosts functions on: it comes for Linux alone. */
export function hasHostedDeno(): boolean {
  try {
    return denoBinary('hosted') !== '';
  } catch {
    return false;
  }
}

/**
 * Starts the function and waits until it serves.
 *
 * @throws with the function's own words when it ends before that, or after a minute of silence
 */
export async function startFunction({
  environment,
  port,
  onLine,
  deno = 'newest',
}: FunctionProcessOptions): Promise<FunctionProcess> {
  const child = spawn(
    denoBinary(deno),
    [
      'run',
      // Everything comes from node_modules; nothing is downloaded, nothing is written.
      '--config=deno.json',
      '--node-modules-dir=manual',
      '--cached-only',
      '--no-lock',
      '--no-prompt',
      '--no-check',
      '--allow-env',
      '--allow-sys',
      '--allow-read',
      '--allow-net',
      join(import.meta.dirname, 'serve-function.ts'),
    ],
    {
      cwd: FUNCTION_FOLDER,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        NO_COLOR: '1',
        DENO_NO_UPDATE_CHECK: '1',
        PORT: String(port),
        ...environment,
      },
    },
  );
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    child.once('error', () => {
      resolve(-1);
    });
  });

  const errorLines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const url = new Promise<string>((resolve, reject) => {
    const read = (stream: 'out' | 'error') => (line: string) => {
      const address = /^Listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1];
      if (address !== undefined) {
        resolve(address);
        return;
      }
      if (stream === 'error' && errorLines.length < SHOWN_ERROR_LINES) errorLines.push(line);
      onLine?.(line, stream);
    };
    createInterface({ input: child.stdout }).on('line', read('out'));
    createInterface({ input: child.stderr }).on('line', read('error'));
    timer = setTimeout(() => {
      reject(new Error(`no word from it within ${START_DEADLINE_MS / 1000} s`));
    }, START_DEADLINE_MS);
    child.once('error', reject);
    child.once('close', (code) => {
      reject(new Error([`it ended with code ${code ?? 'none'}`, ...errorLines].join('\n')));
    });
  });

  const kill = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  try {
    return { processId: child.pid ?? -1, url: await url, exited, kill };
  } catch (error) {
    await kill('SIGKILL');
    throw new Error(`The contact function did not start: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}
