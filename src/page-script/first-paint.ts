/** A page behind others is not painted, and some browsers keep their paints to themselves. */
const LATEST_MS = 3_000;

/**
 * Scrolling is one of them for a reason: should the page be laid out anew between a scroll and the
 * click on a link, the browser would keep its place instead of going where the link leads.
 */
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'scroll'];

/**
 * Waits until the page can be seen, or the visitor does something, which is proof of it. The
 * browser's own word for the paint is later than a frame's callback and a timer after it: those come
 * while the frame is still being drawn, and hold it up. Rejects where a browser cannot tell.
 */
export function afterFirstPaint(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, LATEST_MS);
    for (const name of SIGNS_OF_LIFE) addEventListener(name, resolve, { once: true });
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
  });
}
