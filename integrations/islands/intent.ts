import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on the first intent inside the island, or as its options say. */
    'client:intent'?: boolean | IntentOptions;
  }
}

const INTENT_EVENTS = ['pointerover', 'touchstart', 'focusin', 'click'];

/** Distance below the fold that counts as near: about a screen, enough to fetch on a slow connection. */
const NEAR_MARGIN_PX = 800;

export interface IntentOptions {
  /** Hydrates instead when the visitor scrolls near this element; never on a page without it. */
  near?: string;
  /** Also hydrates as soon as the URL has a hash. */
  hash?: boolean;
  /** Media query under which scrolling the page counts as intent. */
  scrollMedia?: string;
  /** Part of the island whose taps need its script: a tap before hydration is replayed after it. */
  replay?: string;
}

function onceNear(target: Element, start: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      start();
    },
    { rootMargin: `${NEAR_MARGIN_PX}px` },
  );
  observer.observe(target);
}

/**
 * `client:intent`: hydrates an island on the first pointer, touch or focus inside it, or near the elements
 * that its options name, so that a page that is only read loads no script. Until then, the browser handles events natively.
 */
const intent: ClientDirective = (load, options, island) => {
  // Without options, the value is `true`.
  const value = options.value as IntentOptions;
  let tapped: HTMLElement | null = null;
  const start = (): void => {
    void load()
      .then((hydrate) => hydrate())
      .then(() => {
        if (tapped) tapped.click();
      });
  };

  if (value.near) {
    document.querySelectorAll(value.near).forEach((target) => {
      onceNear(target, start);
    });
    return;
  }

  const listening = new AbortController();
  const once = { passive: true, signal: listening.signal };
  const startOnce = (): void => {
    listening.abort();
    start();
  };
  island.addEventListener('click', (event) => {
    if (value.replay) tapped = (event.target as Element).closest<HTMLElement>(value.replay);
  });
  for (const name of INTENT_EVENTS) island.addEventListener(name, startOnce, once);
  if (value.scrollMedia && matchMedia(value.scrollMedia).matches) {
    addEventListener('scroll', startOnce, once);
  }
  if (!value.hash) return;
  addEventListener('hashchange', startOnce, once);
  if (location.hash !== '') startOnce();
};

export default intent;
