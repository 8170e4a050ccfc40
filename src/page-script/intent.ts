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
const intent: ClientDirective = (load, { value }, island) => {
  // Without options, the value is `true`.
  const { hash = false, scrollMedia = 'not all', replay = ':not(*)' } = value as IntentOptions;
  const listening = new AbortController();
  const options = { passive: true, signal: listening.signal };

  let tapped: HTMLElement | null | undefined;
  island.addEventListener('click', ({ target }) => {
    tapped = (target as Element).closest<HTMLElement>(replay);
  });

  const start = (): void => {
    listening.abort();
    void load()
      .then((hydrate) => hydrate())
      .then(() => tapped?.click());
  };

  for (const name of INTENT_EVENTS) island.addEventListener(name, start, options);
  if (matchMedia(scrollMedia).matches) addEventListener('scroll', start, options);
  if (!hash) return;
  addEventListener('hashchange', start, options);
  if (location.hash !== '') start();
};

export default intent;
