/** Lays out what `first-paint.css` left for after the first paint. */
export function layOutWholePage(): void {
  document.documentElement.dataset['whole'] = '';
}

/**
 * Whether a page shows its top first. Where it does not, because a link names one of its parts or
 * because the visitor comes back to it, each section has to have its true height from the start.
 */
export function opensAtItsTop(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate' && location.hash === '';
}
