import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps servers; the PATH of ordinary users leaves it out. */
const SERVER_FOLDER = '/usr/sbin';

/** Path of a program that this machine has, or undefined. */
export function findOnPath(program: string): string | undefined {
  return [...(process.env['PATH'] ?? '').split(delimiter), SERVER_FOLDER]
    .map((folder) => join(folder, program))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
