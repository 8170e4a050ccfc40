/**
 * Leaves what is below the screen for after the first paint (`first-paint.css`). Not where a page
 * opens elsewhere than at its top, because a link names one of its parts or words, or because the
 * visitor comes back to it: where a section lies depends on the heights of all those above.
 */
export function layOutTopFirst(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // The address as it was asked for: `location` does not say which words a link points at.
  if (navigation?.type !== 'navigate' || navigation.name.includes('#')) return;
  // On a slow line the first screen may be painted before the rest of the document has come.
  if (performance.getEntriesByType('paint').length > 0) return;
  document.documentElement.dataset['top'] = '';
}

export function layOutWholePage(): void {
  delete document.documentElement.dataset['top'];
}
