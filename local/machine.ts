/** The machine's programs, installed packages' programs, and Debian's packages. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

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

/**
 * Command line that runs an installed package's program, on this Node. By its file, because Windows
 * starts what is on PATH in `node_modules/.bin` through a shell only.
 *
 * @param name of the package, and of its program
 */
export function commandOf(name: string, ...args: string[]): string[] {
  const manifest = findPackageJSON(name, import.meta.url);
  if (manifest === undefined) throw new Error(`The package ${name} is not installed.`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const program = typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0] ?? '');
  return [process.execPath, join(dirname(manifest), program), ...args];
}

export const mayInstallPackages = (): boolean =>
  process.getuid?.() === 0 && findOnPath('apt-get') !== undefined;

/** Installs Debian packages as far as the machine has them, one by one. */
export function installPackages(packages: readonly string[]): void {
  if (packages.length === 0 || !mayInstallPackages()) return;
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  for (const name of packages) {
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
      stdio: 'inherit',
    });
  }
}
