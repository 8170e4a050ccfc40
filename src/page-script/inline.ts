/**
 * All script that a page carries. Astro would put its island runtime into every page,
 * 1.4 KB of Brotli that a visitor who only reads has no use for; `lean-pages/` gives the runtime an
 * address instead and writes this script in its place.
 *
 * Once the page has been painted, each island's directive is asked when to hydrate. Only then is the
 * runtime fetched, and the island's own script with it. The runtime asks the directives again when it
 * arrives: that question is answered with what the first one led to.
 */
import type { ClientDirective } from 'astro';
import { respectSaveData } from './save-data.ts';
import { revealOnScroll } from './reveal.ts';
import { afterFirstPaint } from './first-paint.ts';
import intent from './intent.ts';
import near from './near.ts';
import { closeMenuOnTheWay } from './menu.ts';
import { layOutTopFirst, layOutWholePage } from './whole-page.ts';
import { showYear } from './year.ts';

type Load = Parameters<ClientDirective>[0];
type Options = Parameters<ClientDirective>[1];

/** Address of Astro's island runtime, written in at build time. */
declare const RUNTIME_URL: string;

const DIRECTIVES: Record<string, ClientDirective> = { intent, near };

const runtimeLoads = new Map<Element, (load: Load) => void>();

const fromRuntime: ClientDirective = (load, _options, island) => runtimeLoads.get(island)?.(load);

(self as unknown as { Astro: unknown }).Astro = { intent: fromRuntime, near: fromRuntime };

function askDirectives(): void {
  for (const island of document.querySelectorAll<HTMLElement>('astro-island')) {
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
    const options = JSON.parse(attribute('opts')) as Options;
    DIRECTIVES[attribute('client')]?.(load, options, island);
  }
}

// Nothing that a visitor can do comes before it, and a slow phone has enough to do until then.
void afterFirstPaint().finally(() => {
  layOutWholePage();
  respectSaveData();
  showYear();
  revealOnScroll();
  closeMenuOnTheWay();
  askDirectives();
});
// Last: whatever fails above, the page stays whole.
layOutTopFirst();
