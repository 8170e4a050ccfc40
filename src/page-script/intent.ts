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
  const {
    hash = false,
    scrollMedia,
    replay,
  } = (typeof value === 'object' ? value : {}) as IntentOptions;
  const listening = new AbortController();
  const { signal } = listening;

  let tapped: HTMLElement | null | undefined;
  const remember = ({ target }: Event): void => {
    if (replay !== undefined) tapped = (target as Element).closest<HTMLElement>(replay);
  };
  island.addEventListener('click', remember);

  const start = (): void => {
    listening.abort();
    void load()
      .then((hydrate) => hydrate())
      .then(() => {
        island.removeEventListener('click', remember);
        tapped?.click();
      });
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
