/** The preview pane: the site's own page in a frame as wide as a phone or a desktop screen. */
import { inOneSentence } from '../../content-check/report.ts';
import { valueAt } from '../../content-reader/schema-fields.ts';
import { PAGE_BUDGET_BYTES } from '../../lib/page-budget.ts';
import { COLLECTIONS, type CollectionName } from '../../schemas/collections.ts';
import { readEditorEntry } from '../read-entry.ts';
import { builtPage, gzipBytes, type BuiltPage } from './built-page.ts';
import { entryId, readContent, type EditorEntry, type TemplateProps } from './content.ts';
import { patch } from './patch.ts';
import { renderPage } from './render.ts';
import { BUILT_PLAN_ID, VIEWS, type PagePath } from './views.ts';
import paneStyle from './pane.css?raw';

const PAGE_LABELS: Record<PagePath, string> = {
  '/': 'Página inicial',
  '/planos': 'Lista de planos',
  '/planos/': 'Página do plano',
  '/404': 'Página não encontrada',
  '/planos/404': 'Plano não encontrado',
};

const WIDTH_LABELS = { 360: 'Celular', 1440: 'Computador' };
const SCHEME_LABELS = { light: 'Claro', dark: 'Escuro' };

/** Hosts compress with Brotli, which no browser offers to scripts: of gzip's bytes, it takes so many. */
const BROTLI_SHARE = 0.87;

/** What was chosen last, in whichever entry. */
const chosen: Record<string, string> = { width: '360', scheme: 'light' };

function choices(name: string, legend: string, labels: Record<string, string>): string {
  const current = chosen[name] ?? '';
  const selected = current in labels ? current : Object.keys(labels)[0];
  const radios = Object.entries(labels).map(
    ([value, label]) =>
      `<label><input type="radio" name="${name}" value="${value}"${value === selected ? ' checked' : ''}>${label}</label>`,
  );
  return `<fieldset><legend>${legend}</legend>${radios.join('')}</fieldset>`;
}

/** The document that a page is put into: its style, in the scheme that was asked for. */
function emptyDocument({ styles }: BuiltPage, scheme: string): string {
  const inScheme = styles.replace(/\(prefers-color-scheme:\s*(\w+)\)/g, (_all, asked: string) =>
    asked === scheme ? '(min-width:0)' : '(max-width:0)',
  );
  // The class is what the pages' own script gives them: Page.astro. No script runs here.
  return `<!doctype html><html lang="pt-BR" class="web-font"><head><base href="${location.origin}">
<meta name="color-scheme" content="${scheme}">${inScheme}</head><body></body></html>`;
}

/** Frames a text where it stands on the page. */
function mark(page: Document, text: string): void {
  const holds = (element: Element) => element.textContent.includes(text);
  const found = Array.from(page.body.querySelectorAll<HTMLElement>('*')).find(
    (element) => holds(element) && !Array.from(element.children).some(holds),
  );
  if (found) found.style.outline = '3px dashed #c00';
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < (element.ownerDocument.defaultView?.innerHeight ?? 0);
}

export class PreviewPane {
  readonly #name: CollectionName;
  readonly #host: HTMLElement;
  readonly #frame: HTMLIFrameElement;
  #props: TemplateProps;
  /** What the frame was loaded for. */
  #loaded = '';
  #isDrawing = false;
  #isOutdated = false;

  constructor(name: CollectionName, host: HTMLElement, props: TemplateProps) {
    this.#name = name;
    this.#host = host;
    this.#props = props;
    const pages = VIEWS[name].map(({ path }) => [path, PAGE_LABELS[path]]);
    host.innerHTML = `<style>${paneStyle}</style>
      <form>
        ${choices('path', 'Página', Object.fromEntries(pages) as Record<string, string>)}
        ${choices('width', 'Tela', WIDTH_LABELS)}
        ${choices('scheme', 'Cores', SCHEME_LABELS)}
      </form>
      <p class="found-as"><b></b> <span></span></p>
      <div class="notes" role="status"></div>
      <div class="stage"><iframe title="Prévia da página"></iframe></div>`;
    this.#frame = this.#find('iframe');
    this.#find('form').addEventListener('change', () => void this.update(this.#props));
    const observer = new ResizeObserver(() => {
      this.#fit();
    });
    observer.observe(this.#find('.stage'));
  }

  #find<Name extends keyof HTMLElementTagNameMap>(selector: Name): HTMLElementTagNameMap[Name];
  #find(selector: string): HTMLElement;
  #find(selector: string): HTMLElement {
    const element = this.#host.querySelector<HTMLElement>(selector);
    if (!element) throw new Error(`The pane has no ${selector}.`);
    return element;
  }

  /** Shows a screen that is wider than the pane as much smaller as it takes. */
  #fit(): void {
    const { clientWidth, clientHeight } = this.#find('.stage');
    const width = Number(chosen['width']);
    const scale = Math.min(1, clientWidth / width);
    Object.assign(this.#frame.style, {
      width: `${width}px`,
      height: `${Math.round(clientHeight / scale)}px`,
      marginLeft: `${Math.max(0, Math.floor((clientWidth - width) / 2))}px`,
      transform: `scale(${scale})`,
    });
  }

  /** Draws the page again: once more at the end, however often that is asked for meanwhile. */
  async update(props: TemplateProps): Promise<void> {
    this.#props = props;
    this.#isOutdated = true;
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    while (this.#isOutdated) {
      this.#isOutdated = false;
      await this.#draw();
    }
    this.#isDrawing = false;
  }

  async #draw(): Promise<void> {
    Object.assign(chosen, Object.fromEntries(new FormData(this.#find('form'))));
    this.#fit();
    const path = chosen['path'] as PagePath;
    const entry = this.#props.entry.toJS() as unknown as EditorEntry;
    const { fields, issues } = readEditorEntry(COLLECTIONS[this.#name], entryId(entry), entry.data);
    const texts: string[] = [];
    const sentences: string[] = [];
    for (const { path: place = [], field = '', ...issue } of issues) {
      const text = valueAt(fields, place);
      // What is not yet written is no news to whoever is writing.
      if (typeof text !== 'string' || text.trim() === '') continue;
      texts.push(text.trim());
      sentences.push(inOneSentence({ field, ...issue }));
    }
    try {
      const built = await builtPage(path);
      const content = await readContent(this.#props, entry, this.#name);
      const planId = this.#name === 'plans' ? entryId(entry) : BUILT_PLAN_ID;
      const html = await renderPage(path, content, planId);
      await this.#show(html, built);
      const page = this.#frame.contentDocument;
      if (page) for (const text of texts) mark(page, text);
      const bytes = await this.#estimateBytes(path, built, html);
      if (bytes > PAGE_BUDGET_BYTES) {
        sentences.push(
          `Esta página ficaria com cerca de ${bytes.toLocaleString('pt-BR')} bytes. Até ${PAGE_BUDGET_BYTES.toLocaleString('pt-BR')}, ela aparece de uma vez num celular com sinal fraco: encurte algum texto.`,
        );
      }
    } catch (error) {
      sentences.push(
        issues.length > 0
          ? 'A prévia continua quando os campos obrigatórios estiverem preenchidos.'
          : `Não deu para montar a prévia (${String(error)}). Avise quem cuida do site.`,
      );
    }
    const items = sentences.map((sentence) => {
      const item = document.createElement('p');
      item.textContent = sentence;
      return item;
    });
    this.#find('.notes').replaceChildren(...items);
  }

  async #show(html: string, built: BuiltPage): Promise<void> {
    const next = new DOMParser().parseFromString(html, 'text/html');
    next.querySelectorAll('script, noscript').forEach((element) => {
      element.remove();
    });
    this.#find('b').textContent = next.title;
    this.#find('span').textContent =
      next.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? '';

    const { path, scheme } = chosen;
    const wanted = `${path} ${scheme}`;
    if (wanted !== this.#loaded) {
      await this.#load(emptyDocument(built, scheme ?? 'light'));
    }
    const page = this.#frame.contentDocument;
    if (!page) return;
    const changed = patch(page.body, next.body);
    const { id } = VIEWS[this.#name].find((view) => view.path === path) ?? {};
    if (wanted !== this.#loaded) page.getElementById(id ?? '')?.scrollIntoView();
    else if (changed && !isInView(changed)) changed.scrollIntoView({ block: 'center' });
    this.#loaded = wanted;
  }

  async #load(html: string): Promise<void> {
    await new Promise((resolve) => {
      this.#frame.addEventListener('load', resolve, { once: true });
      this.#frame.srcdoc = html;
    });
    // Nothing here leads anywhere.
    this.#frame.contentDocument?.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a, button')) event.preventDefault();
    });
  }

  /** About as many bytes as a host would send: those of the built page, and what has changed since. */
  async #estimateBytes(path: PagePath, built: BuiltPage, html: string): Promise<number> {
    // The dev server's pages are not those that hosts send.
    if (built.html.includes('/@vite/client')) return 0;
    built.extraBytes ??= this.#extraBytes(path, built);
    return Math.round(BROTLI_SHARE * ((await gzipBytes(html)) + (await built.extraBytes)));
  }

  /** What the built page has beyond the same page rendered in the browser: style, scripts. */
  async #extraBytes(path: PagePath, { html }: BuiltPage): Promise<number> {
    const stored = await renderPage(path, await readContent(this.#props), BUILT_PLAN_ID);
    return (await gzipBytes(html)) - (await gzipBytes(stored));
  }
}
