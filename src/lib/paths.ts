/**
 * URL path of a page or file, below the base path that the site is deployed to.
 *
 * @param path from the site's root, such as `/planos` or `/#contato`
 */
export function href(path: `/${string}`): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, '')}${path}`;
}

/** Path that serves a built page: `planos` for `planos.html`, the folder for `index.html`. */
export function publicPath(file: string): string {
  return file.replace(/(^|\/)index\.html$|\.html$/, '$1');
}
