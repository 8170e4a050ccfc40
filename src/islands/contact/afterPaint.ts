/** A tab in the background paints nothing; whoever waits for it goes on after this time. */
const LONGEST_WAIT_MS = 100;

/**
 * Resolves once the visitor sees what has just changed, so that work which can wait does not hold it
 * back (https://web.dev/articles/optimize-inp#yield-to-the-main-thread).
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
