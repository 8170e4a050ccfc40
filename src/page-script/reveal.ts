/**
 * Marks what may enter with the scroll (`src/styles/motion.css`) once the visitor scrolls for the
 * first time, and of that only what is still below the screen: nothing jumps. A view timeline that
 * exists from the start makes the browser lay a page out twice before it paints, which costs a slow
 * phone some 40 ms; whoever does not scroll needs none.
 */
export function revealOnScroll(): void {
  addEventListener(
    'scroll',
    () => {
      for (const element of document.querySelectorAll<HTMLElement>('.reveal')) {
        if (element.getBoundingClientRect().top > innerHeight) element.dataset['enters'] = '';
      }
    },
    { once: true, passive: true },
  );
}
