/**
 * Path under which a page is served, whatever file the build writes it to: `planos.html` is
 * `planos`, `index.html` its folder.
 */
export function publicPath(file: string): string {
  return file.replace(/(^|\/)index\.html$|\.html$/, '$1');
}
