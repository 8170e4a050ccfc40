import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface Answer {
  status: number;
  /** By names in lower case. */
  headers: Record<string, string | undefined>;
  body: string;
}

export interface Host {
  /** Answers a GET request without following redirects. */
  ask: (path: string) => Promise<Answer>;
  stop: () => Promise<void>;
}

/** Path of a program of `tests/hosts`, run by its file: Windows starts no other without a shell. */
export function toolPath(file: string): string {
  return join(import.meta.dirname, '../node_modules', file);
}

/** Resolves packages of `tests/hosts`, which the project itself does not have. */
export const requireTool = createRequire(new URL('../package.json', import.meta.url));
