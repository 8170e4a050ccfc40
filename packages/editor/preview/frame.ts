/** The frame that shows a page of the site at a chosen screen width. */
import { patch } from './patch.ts';
import fieldStyle from './fields.css?raw';

/** The document that a page is inserted into: its style, in the chosen colour scheme. */
function emptyDocument(styles: string, scheme: string): string {
  const inScheme = styles.replace(/\(prefers-color-scheme:\s*(\w+)\)/g, (_all, asked: string) =>
    asked === scheme ? '(min-width:0)' : '(max-width:0)',
  );
  // The pages' own script sets this class (Page.astro). No script runs here.
  return `<!doctype html><html lang="pt-BR" class="web-font"><head><base href="${location.origin}">
<meta name="color-scheme" content="${scheme}">${inScheme}<style>${fieldStyle}</style></head><body></body></html>`;
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** True if a person sees its middle: the site's header covers what is below it. */
function isInView(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const seen = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2);
  return element.contains(seen);
}

export class PageFrame {
  readonly #stage: HTMLElement;
  readonly #frame = document.createElement('iframe');
  readonly #onClick: (event: MouseEvent) => void;
  #width = 0;
  /** The page and the scheme that the frame was loaded for. */
  #loaded = '';

  constructor(stage: HTMLElement, onClick: (event: MouseEvent) => void) {
    this.#stage = stage;
    this.#onClick = onClick;
    this.#frame.title = 'Prévia da página';
    stage.append(this.#frame);
    const observer = new ResizeObserver(() => {
      this.fit(this.#width);
    });
    observer.observe(stage);
  }

  /**
   * Scales a screen that is wider than the pane to fit.
   *
   * @param width of the screen, in CSS pixels
   */
  fit(width: number): void {
    this.#width = width;
    const { clientWidth, clientHeight } = this.#stage;
    const scale = Math.min(1, clientWidth / width);
    Object.assign(this.#frame.style, {
      width: `${width}px`,
      height: `${Math.round(clientHeight / scale)}px`,
      marginLeft: `${Math.max(0, Math.floor((clientWidth - width) / 2))}px`,
      transform: `scale(${scale})`,
    });
  }

  /**
   * Shows a page, and scrolls to the current field or else to the first change.
   *
   * @param styles elements for its head
   * @param path of the page
   * @param scheme `light` or `dark`
   * @param section to scroll to when the page is new; undefined for its top
   */
  async show(
    next: HTMLElement,
    styles: string,
    { path, scheme, section = '' }: { path: string; scheme: string; section: string | undefined },
  ): Promise<void> {
    const wanted = `${path} ${scheme}`;
    const isNew = wanted !== this.#loaded;
    if (isNew) await this.#load(emptyDocument(styles, scheme));
    this.#loaded = wanted;
    const page = this.#frame.contentDocument;
    if (!page) return;
    const changed = patch(page.body, next);
    const current = Array.from(page.querySelectorAll('[data-current]')).filter(isShown);
    const [target = changed] = current;
    if (isNew && current.length === 0) {
      page.getElementById(section)?.scrollIntoView();
    } else if (target && ![target, ...current].some(isInView)) {
      target.scrollIntoView({ block: 'center' });
    }
  }

  async #load(html: string): Promise<void> {
    await new Promise((resolve) => {
      this.#frame.addEventListener('load', resolve, { once: true });
      this.#frame.srcdoc = html;
    });
    this.#frame.contentDocument?.addEventListener('click', this.#onClick);
  }
}
