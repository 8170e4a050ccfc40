import type { ClientDirective } from 'astro';

const INTENT_EVENTS = ['pointerover', 'touchstart', 'focusin', 'click'];

export interface IntentOptions {
  /** Hydrates as well as soon as the URL carries a hash. */
  hash?: boolean;
  /** Media query under which scrolling the page counts as intent. */
  scrollMedia?: string;
}

/**
 * `client:intent`: hydrates an island on the first pointer, touch or focus inside it, so that a page
 * that is only read loads no script. What happens before the island is ready happens natively.
 */
const intent: ClientDirective = (load, { value }, island) => {
  const { hash = false, scrollMedia } = (typeof value === 'object' ? value : {}) as IntentOptions;
  const listening = new AbortController();
  const { signal } = listening;

  const start = (): void => {
    listening.abort();
    void load().then((hydrate) => hydrate());
  };

  if (hash && window.location.hash !== '') {
    start();
    return;
  }
  for (const name of INTENT_EVENTS) island.addEventListener(name, start, { passive: true, signal });
  if (hash) window.addEventListener('hashchange', start, { signal });
  if (scrollMedia !== undefined && window.matchMedia(scrollMedia).matches) {
    window.addEventListener('scroll', start, { passive: true, signal });
  }
};

export default intent;
