/**
 * A browser that keeps its paints to itself, as some do for privacy, and a page behind others, which
 * is not painted, go on after this time.
 */
const LATEST_MS = 3_000;

/**
 * Waits until the page can be seen. The browser's own word for it is later than a frame's callback
 * and a timer after it: those come while the frame is still being drawn, and hold it up.
 */
export function afterFirstPaint(): Promise<unknown> {
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, LATEST_MS);
  });
}
