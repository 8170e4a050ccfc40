import nodePath, { type PlatformPath } from 'node:path';

/**
 * Path of a file below a folder, with slashes on every system, as URLs have them.
 *
 * @param path of the system; tests bring that of another one
 */
export function pathBelow(folder: string, file: string, path: PlatformPath = nodePath): string {
  return path.relative(folder, file).split(path.sep).join('/');
}

/**
 * Path under which a page is served, whatever file the build writes it to: `planos.html` is
 * `planos`, `index.html` its folder.
 */
export function publicPath(file: string): string {
  return file.replace(/(^|\/)index\.html$|\.html$/, '$1');
}
