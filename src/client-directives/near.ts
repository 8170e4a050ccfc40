import type { ClientDirective } from 'astro';

/** How far below the fold counts as near: about a screen, time enough to fetch over a slow line. */
const NEAR_MARGIN_PX = 800;

/**
 * `client:near="#contato"`: hydrates an island when the visitor scrolls near the named element, or
 * never on a page that has no such element.
 */
const near: ClientDirective = (load, options) => {
  const target = document.querySelector(options.value);
  if (!target) return;

  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      void load().then((hydrate) => hydrate());
    },
    { rootMargin: `${NEAR_MARGIN_PX}px` },
  );
  observer.observe(target);
};

export default near;
