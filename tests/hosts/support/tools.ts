import { join } from 'node:path';

/** Path of a program of `tests/hosts`, for Node to run: Windows needs a shell for the others. */
export function toolPath(file: string): string {
  return join(import.meta.dirname, '../node_modules', file);
}
