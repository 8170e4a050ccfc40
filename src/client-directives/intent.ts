import type { ClientDirective } from 'astro';

const INTENT_EVENTS = ['pointerover', 'touchstart', 'focusin', 'click'];

export interface IntentOptions {
  /** Hydrates as well as soon as the URL carries a hash. */
  hash?: boolean;
  /** Media query under which scrolling the page counts as intent. */
  scrollMedia?: string;
  /** Part of the island whose taps need its script: one that comes earlier is given to it later. */
  replay?: string;
}

/**
 * `client:intent`: hydrates an island on the first pointer, touch or focus inside it, so that a page
 * that is only read loads no script. What happens before the island is ready happens natively.
 */
const intent: ClientDirective = (load, options, island) => {
  // Without options, the value is `true`.
  const value = options.value as IntentOptions;
  const listening = new AbortController();
  const once = { passive: true, signal: listening.signal };

  let tapped: HTMLElement | null = null;
  island.addEventListener('click', (event) => {
    if (value.replay) tapped = (event.target as Element).closest<HTMLElement>(value.replay);
  });

  const start = (): void => {
    listening.abort();
    void load()
      .then((hydrate) => hydrate())
      .then(() => {
        if (tapped) tapped.click();
      });
  };

  for (const name of INTENT_EVENTS) island.addEventListener(name, start, once);
  if (value.scrollMedia && matchMedia(value.scrollMedia).matches) {
    addEventListener('scroll', start, once);
  }
  if (!value.hash) return;
  addEventListener('hashchange', start, once);
  if (location.hash !== '') start();
};

export default intent;
