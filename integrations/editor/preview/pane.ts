/** The preview pane: choices, remarks, and the page in its frame. */
import type { Collection } from '../../content/collection.ts';
import { hideOtherNotices } from '../../../src/lib/notices.ts';
import { COLLECTIONS, type CollectionName } from '../../../src/schemas/collections.ts';
import { readEditorEntry, toEditorEntry } from '../read-entry.ts';
import type { PreviewContent } from './astro-content.ts';
import { builtPlanId, builtStyles } from './built-styles.ts';
import { entryId, entryKey, readContent, type TemplateProps } from './content.ts';
import { takeAwaitedPath, focusField, focusedField, openEntry } from './form.ts';
import { PageFrame } from './frame.ts';
import { elementsShowing, resolveMarkers } from './markers.ts';
import { remarksOn } from './remarks.ts';
import { renderPage } from './render.ts';
import { viewsOf, type PagePath } from './views.ts';
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

/** The last choices, shared by all entries. */
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

interface RenderedPage {
  path: PagePath;
  page: Document;
}

/** Parses a rendered page: without scripts, each text with its field as an attribute. */
function parsePage(html: string): Document {
  const page = new DOMParser().parseFromString(html, 'text/html');
  page.querySelectorAll('script, noscript').forEach((element) => {
    element.remove();
  });
  resolveMarkers(page);
  return page;
}

export class PreviewPane {
  readonly #name: CollectionName;
  readonly #host: HTMLElement;
  readonly #frame: PageFrame;
  #props: TemplateProps;
  #entryKey = '';
  /** The focused field, and whether the page has yet to scroll to it. */
  #field: string | undefined;
  #isFieldNew = false;
  #isRendering = false;
  #isOutdated = false;

  constructor(name: CollectionName, host: HTMLElement, props: TemplateProps) {
    this.#name = name;
    this.#host = host;
    this.#props = props;
    const pages = viewsOf(name).map(({ path }) => [path, PAGE_LABELS[path]] as const);
    host.innerHTML = `<style>${paneStyle}${fieldStyle}</style>
      <form>
        ${choices('path', 'Página', Object.fromEntries(pages))}
        ${choices('width', 'Tela', WIDTH_LABELS)}
        ${choices('scheme', 'Cores', SCHEME_LABELS)}
      </form>
      <p class="search-result"><b></b> <span></span></p>
      <div class="notes" role="status"></div>
      <div class="stage"></div>
      <p class="other-entry" hidden>Se mudou algo aqui, salve antes. <button type="button"></button></p>`;
    this.#frame = new PageFrame(this.#find('.stage'), this.#select);
    this.#find('form').addEventListener('change', () => void this.update(this.#props));
    this.#find('.search-result').addEventListener('click', this.#select);
    // Ignores programmatic focus: the Markdown editor takes the focus after it renders a list.
    const closed = new AbortController();
    for (const eventType of ['click', 'keyup']) {
      const follow = (): void => {
        if (host.isConnected) this.#follow(focusedField());
        else closed.abort();
      };
      document.addEventListener(eventType, follow, closed);
    }
  }

  #find<Name extends keyof HTMLElementTagNameMap>(selector: Name): HTMLElementTagNameMap[Name];
  #find(selector: string): HTMLElement;
  #find(selector: string): HTMLElement {
    const element = this.#host.querySelector<HTMLElement>(selector);
    if (!element) throw new Error(`The pane has no ${selector}.`);
    return element;
  }

  /** Renders the page again; requests during a render lead to one more render. */
  async update(props: TemplateProps): Promise<void> {
    this.#props = props;
    this.#isOutdated = true;
    if (this.#isRendering) return;
    this.#isRendering = true;
    while (this.#isOutdated) {
      this.#isOutdated = false;
      await this.#renderPane();
    }
    this.#isRendering = false;
  }

  /** @param path of the newly focused field */
  #follow(path: string | undefined): void {
    const field = path && `${this.#entryKey}/${path}`;
    if (field === this.#field) return;
    this.#field = field;
    this.#isFieldNew = true;
    void this.update(this.#props);
  }

  #focus(path: string): void {
    focusField(path);
    this.#follow(path);
  }

  async #renderPane(): Promise<void> {
    Object.assign(chosen, Object.fromEntries(new FormData(this.#find('form'))));
    this.#frame.fit(Number(chosen['width']));
    const entry = toEditorEntry(this.#props.entry);
    const id = entryId(entry);
    this.#entryKey = entryKey(this.#name, id);
    const read = readEditorEntry(COLLECTIONS[this.#name], id, entry.data);
    const remarks = remarksOn(read);
    const sentences = remarks.map(({ sentence }) => sentence);
    const wrong = remarks.map(({ path }) => `${this.#entryKey}/${path.join('.')}`);
    try {
      const content = await readContent(this.#props, entry, this.#name);
      const builtPlan = builtPlanId(content.plans);
      const { pages }: Collection = COLLECTIONS[this.#name];
      const rendered = await this.#render(content, pages ? id : builtPlan);
      const styles = await builtStyles(rendered.path, builtPlan);
      this.#decorate(rendered.page, wrong);
      await this.#frame.show(rendered.page.body, styles, {
        path: rendered.path,
        scheme: chosen['scheme'] ?? '',
        section: viewsOf(this.#name).find(({ path }) => path === rendered.path)?.id,
      });
    } catch (error) {
      sentences.push(
        read.issues.length > 0
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
    const path = takeAwaitedPath(this.#entryKey);
    if (path) this.#focus(path);
  }

  /** Renders the chosen page, or one that shows the focused field if the chosen one does not. */
  async #render(content: PreviewContent, id: string): Promise<RenderedPage> {
    const field = this.#field;
    const isSought = this.#isFieldNew;
    this.#isFieldNew = false;
    const render = async (path: PagePath): Promise<RenderedPage> => ({
      path,
      page: parsePage(await renderPage(path, content, id)),
    });
    const views = viewsOf(this.#name);
    const { path: chosenPath } = views.find(({ path }) => path === chosen['path']) ?? views[0];
    const rendered = await render(chosenPath);
    if (!field || !isSought || elementsShowing(rendered.page, field).length > 0) return rendered;
    for (const { path } of views) {
      const other = path !== rendered.path && (await render(path));
      if (!other || elementsShowing(other.page, field).length === 0) continue;
      chosen['path'] = path;
      (this.#find(`[value="${path}"]`) as HTMLInputElement).checked = true;
      return other;
    }
    return rendered;
  }

  /**
   * Outlines the focused and the invalid fields, hides future notices, and shows the page's title and
   * description as a search result.
   *
   * @param wrong invalid fields
   */
  #decorate(page: Document, wrong: string[]): void {
    for (const { dataset } of wrong.flatMap((field) => elementsShowing(page, field))) {
      dataset['wrong'] = '';
    }
    for (const element of this.#field ? elementsShowing(page, this.#field) : []) {
      element.dataset['current'] = '';
      element.closest('details')?.setAttribute('open', '');
      this.#find('.other-entry').hidden = true;
    }
    // As the page's script does; while a notice is being edited, all show.
    if (this.#name !== 'site') hideOtherNotices(page);
    const [title, description] = ['title', 'meta[name=description]'].map((selector) => {
      const span = document.createElement('span');
      const element = page.querySelector<HTMLElement>(selector);
      span.textContent = element?.getAttribute('content') ?? element?.textContent ?? '';
      Object.assign(span.dataset, element?.dataset);
      return span;
    });
    this.#find('b').replaceChildren(title ?? '');
    this.#find('.search-result > span').replaceChildren(description ?? '');
  }

  /** Focuses the field of the clicked element, or offers to open the entry that has it. */
  readonly #select = (event: MouseEvent): void => {
    // Not `instanceof`: the element is of the frame's realm.
    const clicked = event.target as Element;
    // Links lead nowhere in the preview, and the contact form's own fields take no cursor.
    if (!clicked.closest('summary')) event.preventDefault();
    const [field] =
      clicked.closest<HTMLElement>('[data-field]')?.dataset['field']?.split(' ') ?? [];
    if (!field) return;
    const [name, id, path] = field.split('/') as [CollectionName, string, string];
    const isOwn = entryKey(name, id) === this.#entryKey;
    this.#find('.other-entry').hidden = isOwn;
    if (isOwn) {
      this.#focus(path);
      return;
    }
    const { label, singular }: Collection = COLLECTIONS[name];
    const button = this.#find('button');
    button.textContent = `Abrir ${singular?.toLowerCase() ?? `“${label}”`}`;
    button.onclick = () => {
      openEntry(name, id, path);
    };
    button.focus();
  };
}
