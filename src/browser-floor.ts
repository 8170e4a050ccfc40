/** The oldest browsers that the site is built for: see docs/performance.md, "Browser floor". */

/** Text, layout and links: any browser since 2017. */
export const PAGE_TARGETS = ['chrome61', 'firefox60', 'safari11'];

/** Islands: browsers since spring 2022. An older one keeps the page as plain HTML, which works. */
export const ISLAND_TARGETS = ['chrome98', 'firefox94', 'safari15.4'];

/**
 * Whether a browser is one of ISLAND_TARGETS or newer: all of them came with structuredClone. Where it is
 * not, nothing is fetched. What else is newer, scripts do without (tests/browser/arrival.spec.ts).
 */
export function isFitForIslands(): boolean {
  return 'structuredClone' in self;
}
