/** The preview pane: the site's own page in a frame as wide as a phone or a desktop screen. */
import { inOneSentence } from '../../content-check/report.ts';
import type { Path } from '../../content-reader/issue.ts';
import { valueAt } from '../../content-reader/schema-fields.ts';
import { PAGE_BUDGET_BYTES } from '../../lib/page-budget.ts';
import { COLLECTIONS, type Collection, type CollectionName } from '../../schemas/collections.ts';
import type { Notice } from '../../schemas/pages.ts';
import { readEditorEntry } from '../read-entry.ts';
import { builtPage, gzipBytes, type BuiltPage } from './built-page.ts';
import { entryId, itemOf, readContent, type EditorEntry, type TemplateProps } from './content.ts';
import { awaitedPath, enterField, fieldInUse, openItem } from './form.ts';
import { elementsOf, settleMarks, unmarked } from './marks.ts';
import { explainAbsence } from './notices.ts';
import type { PreviewContent } from './astro-content.ts';
import { patch } from './patch.ts';
import { renderPage } from './render.ts';
import { BUILT_PLAN_ID, viewsOf, type PagePath } from './views.ts';
import fieldStyle from './fields.css?raw';
import paneStyle from './pane.css?raw';

const PAGE_LABELS: Record<PagePath, string> = {
  '/': 'Página inicial',
  '/planos': 'Lista de planos',
  '/planos/': 'Página do plano',
  '/*': 'Página de texto',
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
<meta name="color-scheme" content="${scheme}">${inScheme}<style>${fieldStyle}</style></head><body></body></html>`;
}

interface Drawn {
  path: PagePath;
  html: string;
  page: Document;
}

/** What visitors see of a rendered page, its texts told apart by their fields. */
function parsePage(html: string): Document {
  const page = new DOMParser().parseFromString(html, 'text/html');
  page.querySelectorAll('script, noscript').forEach((element) => {
    element.remove();
  });
  settleMarks(page);
  return page;
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
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
  #item = '';
  /** The field that somebody is in, and whether the page has yet to show it. */
  #field: string | undefined;
  #isFieldNew = false;
  #isDrawing = false;
  #isOutdated = false;

  constructor(name: CollectionName, host: HTMLElement, props: TemplateProps) {
    this.#name = name;
    this.#host = host;
    this.#props = props;
    const pages = viewsOf(name).map(({ path }) => [path, PAGE_LABELS[path]]);
    host.innerHTML = `<style>${paneStyle}${fieldStyle}</style>
      <form>
        ${choices('path', 'Página', Object.fromEntries(pages) as Record<string, string>)}
        ${choices('width', 'Tela', WIDTH_LABELS)}
        ${choices('scheme', 'Cores', SCHEME_LABELS)}
      </form>
      <p class="found-as"><b></b> <span></span></p>
      <div class="notes" role="status"></div>
      <div class="stage"><iframe title="Prévia da página"></iframe></div>
      <p class="other-item" hidden>Se mudou algo aqui, salve antes. <button type="button"></button></p>`;
    this.#frame = this.#find('iframe');
    this.#find('form').addEventListener('change', () => void this.update(this.#props));
    this.#find('.found-as').addEventListener('click', this.#select);
    // Not whatever takes the focus: the body's editor does so by itself when it has drawn a list.
    const closed = new AbortController();
    for (const deed of ['click', 'keyup']) {
      const follow = (): void => {
        if (host.isConnected) this.#follow(fieldInUse());
        else closed.abort();
      };
      document.addEventListener(deed, follow, closed);
    }
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

  /** @param path of the field that somebody has come into */
  #follow(path: string | undefined): void {
    const field = path && `${this.#item}/${path}`;
    if (field === this.#field) return;
    this.#field = field;
    this.#isFieldNew = true;
    void this.update(this.#props);
  }

  #enter(path: string): void {
    enterField(path);
    this.#follow(path);
  }

  async #draw(): Promise<void> {
    Object.assign(chosen, Object.fromEntries(new FormData(this.#find('form'))));
    this.#fit();
    const entry = this.#props.entry.toJS() as unknown as EditorEntry;
    this.#item = itemOf(this.#name, entryId(entry));
    const { fields, data, issues } = readEditorEntry(
      COLLECTIONS[this.#name],
      entryId(entry),
      entry.data,
    );
    const wrong: string[] = [];
    const sentences: string[] = [];
    const blame = (place: Path, sentence: string): void => {
      wrong.push(`${this.#item}/${place.join('.')}`);
      sentences.push(sentence);
    };
    for (const { path: place = [], field = '', ...issue } of issues) {
      const text = valueAt(fields, place);
      // What is not yet written is no news to whoever is writing.
      if (typeof text !== 'string' || text.trim() === '') continue;
      blame(place, inOneSentence({ field, ...issue }));
    }
    for (const [index, notice] of ((data?.['notices'] ?? []) as Notice[]).entries()) {
      const sentence = explainAbsence(notice);
      if (sentence) blame(['notices', index, 'text'], sentence);
    }
    try {
      const content = await readContent(this.#props, entry, this.#name);
      const { pages }: Collection = COLLECTIONS[this.#name];
      const drawn = await this.#render(content, pages ? entryId(entry) : BUILT_PLAN_ID);
      const built = await builtPage(drawn.path);
      await this.#show(drawn, built, wrong);
      const bytes = await this.#estimateBytes(drawn, built);
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
    const path = awaitedPath(this.#item);
    if (path) this.#enter(path);
  }

  /** Renders the chosen page, or where somebody came into a field that it has not, one that has it. */
  async #render(content: PreviewContent, id: string): Promise<Drawn> {
    const field = this.#field;
    const isSought = this.#isFieldNew;
    this.#isFieldNew = false;
    const render = async (path: PagePath): Promise<Drawn> => {
      const html = await renderPage(path, content, id);
      return { path, html, page: parsePage(html) };
    };
    const drawn = await render(chosen['path'] as PagePath);
    if (!field || !isSought || elementsOf(drawn.page, field).length > 0) return drawn;
    for (const { path } of viewsOf(this.#name)) {
      const other = path !== drawn.path && (await render(path));
      if (!other || elementsOf(other.page, field).length === 0) continue;
      chosen['path'] = path;
      (this.#find(`[value="${path}"]`) as HTMLInputElement).checked = true;
      return other;
    }
    return drawn;
  }

  /** @param wrong fields that break a rule */
  async #show({ path, page: next }: Drawn, built: BuiltPage, wrong: string[]): Promise<void> {
    for (const { dataset } of wrong.flatMap((field) => elementsOf(next, field))) {
      dataset['wrong'] = '';
    }
    for (const element of this.#field ? elementsOf(next, this.#field) : []) {
      element.dataset['current'] = '';
      element.closest('details')?.setAttribute('open', '');
      this.#find('.other-item').hidden = true;
    }
    // As the page's script would; only where notices are written, all show.
    for (const notice of next.querySelectorAll<HTMLElement>('[data-from]')) {
      notice.hidden = this.#name !== 'site' && Date.now() < Number(notice.dataset['from']);
    }
    const [title, description] = ['title', 'meta[name=description]'].map((selector) => {
      const said = document.createElement('span');
      const element = next.querySelector<HTMLElement>(selector);
      said.textContent = element?.getAttribute('content') ?? element?.textContent ?? '';
      Object.assign(said.dataset, element?.dataset);
      return said;
    });
    this.#find('b').replaceChildren(title ?? '');
    this.#find('.found-as > span').replaceChildren(description ?? '');

    const wanted = `${path} ${chosen['scheme'] ?? ''}`;
    const isNew = wanted !== this.#loaded;
    if (isNew) await this.#load(emptyDocument(built, chosen['scheme'] ?? 'light'));
    this.#loaded = wanted;
    const page = this.#frame.contentDocument;
    if (!page) return;
    const changed = patch(page.body, next.body);
    const current = Array.from(page.querySelectorAll('[data-current]')).filter(isShown);
    const [target = changed] = current;
    if (isNew && current.length === 0) {
      const { id } = viewsOf(this.#name).find((view) => view.path === path) ?? {};
      page.getElementById(id ?? '')?.scrollIntoView();
    } else if (target && ![target, ...current].some(isInView)) {
      target.scrollIntoView({ block: 'center' });
    }
  }

  /** Puts the cursor into the field of what was clicked, or offers to open the item that has it. */
  readonly #select = (event: MouseEvent): void => {
    const clicked = event.target as Element;
    // Nothing here leads anywhere.
    if (clicked.closest('a, button')) event.preventDefault();
    const [field] =
      clicked.closest<HTMLElement>('[data-field]')?.dataset['field']?.split(' ') ?? [];
    if (!field) return;
    const [name, id, path] = field.split('/') as [CollectionName, string, string];
    const isOwn = itemOf(name, id) === this.#item;
    this.#find('.other-item').hidden = isOwn;
    if (isOwn) {
      this.#enter(path);
      return;
    }
    const { label, singular }: Collection = COLLECTIONS[name];
    const button = this.#find('button');
    button.textContent = `Abrir ${singular?.toLowerCase() ?? `“${label}”`}`;
    button.onclick = () => {
      openItem(name, id, path);
    };
    button.focus();
  };

  async #load(html: string): Promise<void> {
    await new Promise((resolve) => {
      this.#frame.addEventListener('load', resolve, { once: true });
      this.#frame.srcdoc = html;
    });
    this.#frame.contentDocument?.addEventListener('click', this.#select);
  }

  /** About as many bytes as a host would send: those of the built page, and what has changed since. */
  async #estimateBytes({ html }: Drawn, built: BuiltPage): Promise<number> {
    // The dev server's pages are not those that hosts send.
    if (built.html.includes('/@vite/client')) return 0;
    built.extraBytes ??= this.#extraBytes(built);
    return Math.round(
      BROTLI_SHARE * ((await gzipBytes(unmarked(html))) + (await built.extraBytes)),
    );
  }

  /** What the built page has beyond the same page rendered in the browser: style, scripts. */
  async #extraBytes({ path, html }: BuiltPage): Promise<number> {
    const stored = await renderPage(path, await readContent(this.#props), BUILT_PLAN_ID);
    return (await gzipBytes(html)) - (await gzipBytes(unmarked(stored)));
  }
}
