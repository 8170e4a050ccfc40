/** Finds programs of the machine and of npm packages, and installs Debian packages. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** Debian's folder for servers, which is not in the PATH of ordinary users. */
const SERVER_FOLDER = '/usr/sbin';

/** Path of an installed program, or undefined. */
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

/** Folder of an npm package. */
export function packageFolder(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url);
  if (manifest === undefined) throw new Error(`The package ${name} is not installed.`);
  return dirname(manifest);
}

/**
 * Command line that runs an npm package's program on this Node. Uses the file, because Windows can start
 * the links in `node_modules/.bin` only through a shell.
 *
 * @param name name of the package and of its program
 */
export function commandOf(name: string, ...args: string[]): string[] {
  const folder = packageFolder(name);
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const { bin } = JSON.parse(manifest) as { bin: string | Record<string, string> };
  const program = typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0] ?? '');
  return [process.execPath, join(folder, program), ...args];
}

/** Installs Debian packages one by one, so that an unavailable one does not block the others. */
export function installDebianPackages(packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || findOnPath('apt-get') === undefined) return;
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  for (const name of packages) {
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
      stdio: 'inherit',
    });
  }
}
