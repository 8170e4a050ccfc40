/**
 * Stands in each page with islands, in the place of Astro's runtime: asks each island's directive when
 * to hydrate, and only then fetches the runtime. The runtime asks the directives once more when it
 * arrives, and is answered with what the first question led to.
 */
import type { ClientDirective } from 'astro';
import { isFitForIslands } from '../browser-floor.ts';

type Load = Parameters<ClientDirective>[0];
type Options = Parameters<ClientDirective>[1];

/** URL of Astro's island runtime, written in at build time. */
declare const RUNTIME_URL: string;

/** Where Astro collects the directives of a page. */
const directives = (self as unknown as { Astro: Record<string, ClientDirective> }).Astro;

const runtimeLoads = new Map<Element, (load: Load) => void>();

const answerRuntime: ClientDirective = (load, _options, island) => runtimeLoads.get(island)?.(load);

function scheduleHydration(island: HTMLElement): void {
  const attribute = (name: string): string => island.getAttribute(name) ?? '';
  const runtimeLoad = new Promise<Load>((resolve) => runtimeLoads.set(island, resolve));
  const load: Load = async () => {
    // All at once: a chain would cost a round trip for each of its links. What fails here, the
    // runtime asks for once more; where it fails itself, the page goes on as plain HTML.
    for (const name of ['component-url', 'renderer-url']) {
      import(attribute(name)).catch(() => undefined);
    }
    await import(RUNTIME_URL);
    return (await runtimeLoad)();
  };
  directives[attribute('client')]?.(load, JSON.parse(attribute('opts')) as Options, island);
}

document.addEventListener('DOMContentLoaded', () => {
  if (!isFitForIslands()) return;
  document.querySelectorAll<HTMLElement>('astro-island').forEach(scheduleHydration);
  for (const name of Object.keys(directives)) directives[name] = answerRuntime;
});
