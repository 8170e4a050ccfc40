const BASE = import.meta.env.BASE_URL.replace(/\/$/, '');

/**
 * Path of a page or file of this site under the base path that it is deployed to.
 *
 * @param path from the site's root, such as `/planos` or `/#contato`
 */
export function href(path: `/${string}`): string {
  return `${BASE}${path}`;
}
