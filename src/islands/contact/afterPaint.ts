/** A background tab paints nothing: go on after this time. */
const LONGEST_WAIT_MS = 100;

/**
 * Resolves after the next paint, so that other work does not delay what the visitor sees
 * (https://web.dev/articles/optimize-inp#yield-to-the-main-thread).
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
