/**
 * Enables reveal animations (src/styles/reveal.css) on the first scroll, for elements still below the screen. An earlier
 * view timeline would make the browser lay out the page twice before it paints (docs/performance.md).
 */
const reveal = (): void => {
  document.querySelectorAll<HTMLElement>('.reveal').forEach((element) => {
    if (element.getBoundingClientRect().top > innerHeight) element.dataset['reveal'] = '';
  });
};
addEventListener('scroll', reveal, { once: true, passive: true });
