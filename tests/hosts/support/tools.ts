import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Path of a program of `tests/hosts`, for Node to run: Windows needs a shell for the others. */
export function toolPath(file: string): string {
  return join(import.meta.dirname, '../node_modules', file);
}

/** Resolves packages that only `tests/hosts` installs. */
export const requireTool = createRequire(new URL('../package.json', import.meta.url));

/** Headers that Netlify and Vercel add to every file. */
export const DEFAULT_HEADERS = { 'cache-control': 'public, max-age=0, must-revalidate' };
