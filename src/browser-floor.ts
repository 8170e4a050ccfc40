/** The oldest browsers that the site is built for: see docs/performance.md, "Browser floor". */

/** Text, layout and links: any browser since 2017. */
export const PAGE_TARGETS = ['chrome61', 'firefox60', 'safari11'];

/** Islands: browsers since spring 2022. An older one keeps the page as plain HTML, which works. */
export const ISLAND_TARGETS = ['chrome100', 'firefox97', 'safari15.4'];

/** Whether a browser has what came last of all that islands use. Below that, nothing is fetched. */
export function isFitForIslands(): boolean {
  return 'AbortSignal' in self && 'throwIfAborted' in AbortSignal.prototype;
}
