/**
 * Path of a page or file of this site under the base path that it is deployed to.
 *
 * @param path from the site's root, such as `/planos` or `/#contato`
 */
export function href(path: `/${string}`): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, '')}${path}`;
}

/**
 * Path under which a page is served, whatever file the build writes it to: `planos.html` is
 * `planos`, `index.html` its folder.
 */
export function publicPath(file: string): string {
  return file.replace(/(^|\/)index\.html$|\.html$/, '$1');
}
