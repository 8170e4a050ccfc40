/** The oldest browsers that the site is built for: see docs/performance.md, "Browser floor". */

/** Text, layout and links: any browser since 2017. */
export const PAGE_TARGETS = ['chrome61', 'firefox60', 'safari11'];

/**
 * Islands: browsers of the last five years. An older one meets script that it cannot read and leaves
 * the page as it is, which is a page that works.
 */
export const ISLAND_TARGETS = ['chrome96', 'firefox94', 'safari15.2'];
