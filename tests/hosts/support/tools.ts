import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Path of a program of `tests/hosts`, run by its file: Windows starts no other without a shell. */
export function toolPath(file: string): string {
  return join(import.meta.dirname, '../node_modules', file);
}

/** Resolves packages of `tests/hosts`, which the project itself does not have. */
export const requireTool = createRequire(new URL('../package.json', import.meta.url));

/** What Netlify and Vercel send with every file of their own accord. */
export const DEFAULT_HEADERS = { 'cache-control': 'public, max-age=0, must-revalidate' };
