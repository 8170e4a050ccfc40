/** The oldest browsers that the site supports: docs/performance.md, "Browser floor". */

/** Text, layout and links: browsers since spring 2018. */
export const PAGE_TARGETS = ['chrome61', 'firefox60', 'safari11'];

/** Islands: browsers since spring 2022. Older ones keep the page as plain HTML, which works. */
export const ISLAND_TARGETS = ['chrome98', 'firefox94', 'safari15.4'];
