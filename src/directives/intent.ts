import type { ClientDirective } from 'astro';

const INTENT_EVENTS = ['pointerover', 'touchstart', 'focusin', 'click'];

/**
 * `client:intent`: hydrates an island on the first pointer, touch or focus inside it, so that a page
 * that is only read loads no script. What happens before the island is ready happens natively.
 *
 * `client:intent="hash"` hydrates as well as soon as the URL carries a hash.
 */
const intent: ClientDirective = (load, options, island) => {
  const watchesHash = options.value === 'hash';

  const start = async (): Promise<void> => {
    for (const name of INTENT_EVENTS) island.removeEventListener(name, onIntent);
    window.removeEventListener('hashchange', onIntent);
    const hydrate = await load();
    await hydrate();
  };
  const onIntent = (): void => void start();

  if (watchesHash && window.location.hash !== '') {
    onIntent();
    return;
  }
  for (const name of INTENT_EVENTS) island.addEventListener(name, onIntent, { passive: true });
  if (watchesHash) window.addEventListener('hashchange', onIntent);
};

export default intent;
