/**
 * Replaces Astro's runtime in pages with islands: calls each island's directive, and fetches the runtime
 * only once one wants to hydrate. The runtime then calls the directives again, to hand over its `load`.
 */
import type { ClientDirective } from 'astro';

type Load = Parameters<ClientDirective>[0];
type Options = Parameters<ClientDirective>[1];

/** URL of Astro's island runtime, defined at build time. */
declare const RUNTIME_URL: string;

/** Astro's registry of the page's directives. */
const directives = (self as unknown as { Astro: Record<string, ClientDirective> }).Astro;

/** The oldest browsers that the islands' own syntax supports have it. */
const isSupported = 'structuredClone' in self;

const runtimeLoads = new Map<Element, (load: Load) => void>();

const takeRuntimeLoad: ClientDirective = (load, _options, island) =>
  runtimeLoads.get(island)?.(load);

function scheduleHydration(island: HTMLElement): void {
  const attribute = (name: string): string => island.getAttribute(name) ?? '';
  const runtimeLoad = new Promise<Load>((resolve) => runtimeLoads.set(island, resolve));
  const load: Load = async () => {
    // In parallel: a chain would cost a round trip for each link. The runtime requests again what fails
    // here. While it fails itself, the page stays plain HTML.
    for (const name of ['component-url', 'renderer-url']) {
      import(attribute(name)).catch(() => undefined);
    }
    // Firefox remembers for each URL that it failed.
    await import(RUNTIME_URL).catch(() => import(`${RUNTIME_URL}?${Date.now()}`));
    return (await runtimeLoad)();
  };
  directives[attribute('client')]?.(load, JSON.parse(attribute('opts')) as Options, island);
}

document.addEventListener('DOMContentLoaded', () => {
  if (!isSupported) return;
  document.querySelectorAll<HTMLElement>('astro-island').forEach(scheduleHydration);
  for (const name of Object.keys(directives)) directives[name] = takeRuntimeLoad;
});
