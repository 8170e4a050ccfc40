/** The list of plans. */
export const PLANS_PATH = '/planos';

/** The page of a plan. */
export const planPath = (id: string): `/${string}` => `${PLANS_PATH}/${id}`;

/** The folder of the content editor, an application of its own beside the pages. */
export const EDITOR_FOLDER = 'admin';

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
