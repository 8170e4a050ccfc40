import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on the first intent inside the island, or as its options say. */
    'client:intent'?: boolean | IntentOptions;
  }
}

/** The first of them also precedes a touch. */
const INTENT_EVENTS = ['pointerover', 'focusin', 'click'];

/** Distance from the screen that counts as near: about a screen, enough to fetch on a slow connection. */
const NEAR_MARGIN_PX = 800;

export interface IntentOptions {
  /** Also hydrates when the visitor scrolls near this element. */
  near?: string;
  /** Also hydrates as soon as the URL has a hash. */
  hash?: boolean;
  /** Media query under which scrolling the page counts as intent. */
  scrollMedia?: string;
  /** Part of the island whose taps need its script: a tap before hydration is replayed after it. */
  replay?: string;
}

/**
 * `client:intent`: hydrates an island on the first pointer, touch or focus inside it, or near the elements
 * that its options name, so that a page that is only read loads no script. Until then, the browser handles
 * events natively. Each event tries again until the script has loaded: the first request may fail, as in a tunnel.
 */
const intent: ClientDirective = (load, options, island) => {
  // Without options, the value is `true`.
  const value = options.value as IntentOptions;
  let tapped: HTMLElement | null = null;
  let isLoading = false;
  const start = (): void => {
    // Astro removes the attribute on hydration, and resolves also when the script fails to load.
    if (isLoading || !island.hasAttribute('ssr')) return;
    isLoading = true;
    void load()
      .then((hydrate) => hydrate())
      .finally(() => {
        isLoading = false;
        if (tapped && !island.hasAttribute('ssr')) tapped.click();
        tapped = null;
      });
  };

  island.addEventListener('click', (event) => {
    if (value.replay) tapped = (event.target as Element).closest<HTMLElement>(value.replay);
  });
  for (const name of INTENT_EVENTS) island.addEventListener(name, start);

  if (value.near) {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) start();
      },
      { rootMargin: `${NEAR_MARGIN_PX}px` },
    );
    document.querySelectorAll(value.near).forEach((target) => {
      observer.observe(target);
    });
  }
  if (value.scrollMedia && matchMedia(value.scrollMedia).matches) {
    addEventListener('scroll', start);
  }
  if (!value.hash) return;
  addEventListener('hashchange', start);
  if (location.hash) start();
};

export default intent;
