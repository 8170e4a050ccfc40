/** The preview pane: choices, remarks, and the page in its frame. */
import site from 'virtual:editor-site';
import type { Collection } from '@site/content/collection';
import type { ContentEntry } from '@site/content/entry';
import { inOneSentence } from '@site/content/report';
import { valueAt } from '@site/content/schema-fields';
import { readEditorEntry, toEditorEntry } from '../read-entry.ts';
import type { PreviewContent } from './astro-content.ts';
import { builtId, builtStyles } from './built-styles.ts';
import { entryId, entryKey, readContent, type TemplateProps } from './content.ts';
import { takeAwaitedPath, focusField, followFocus, openEntry } from '../library/form.ts';
import { PageFrame } from './frame.ts';
import { elementsShowing, resolveMarkers } from './markers.ts';
import { renderPage } from './render.ts';
import fieldStyle from './fields.css?raw';
import paneStyle from './pane.css?raw';

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

/** The rules that an entry's texts break, and the site's own remarks, each with its field. */
function remarksOn({ fields, data, issues }: ContentEntry, collection: string) {
  const broken = issues.flatMap(({ path = [], field = '', ...issue }) => {
    const text = valueAt(fields, path);
    // The author already knows that a field is empty.
    if (typeof text !== 'string' || text.trim() === '') return [];
    return { path, sentence: inOneSentence({ field, ...issue }), isWrong: true };
  });
  const own = site.remarksOn(collection, data).map((remark) => ({ ...remark, isWrong: false }));
  return [...broken, ...own];
}

interface RenderedPage {
  path: string;
  page: Document;
}

/** Parses a rendered page: without scripts, each text with its field as an attribute. */
function parsePage(html: string): Document {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll('script, noscript')) element.remove();
  resolveMarkers(page);
  return page;
}

export class PreviewPane {
  readonly #name: string;
  readonly #collection: Collection;
  readonly #host: HTMLElement;
  readonly #frame: PageFrame;
  #props: TemplateProps;
  #entryKey = '';
  /** The focused field, and whether the page has yet to scroll to it. */
  #field: string | undefined;
  #isFieldNew = false;
  #isRendering = false;
  #isOutdated = false;

  constructor(name: string, collection: Collection, host: HTMLElement, props: TemplateProps) {
    this.#name = name;
    this.#collection = collection;
    this.#host = host;
    this.#props = props;
    const pages = collection.shownOn.map(({ path }) => [path, site.pages[path]?.label ?? path]);
    host.innerHTML = `<style>${paneStyle}${fieldStyle}</style>
      <form>
        ${choices('path', 'Página', Object.fromEntries(pages) as Record<string, string>)}
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
    followFocus(host, this.#follow);
  }

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
  readonly #follow = (path?: string): void => {
    const field = path && `${this.#entryKey}/${path}`;
    if (field === this.#field) return;
    this.#field = field;
    this.#isFieldNew = true;
    void this.update(this.#props);
  };

  #focus(path: string): void {
    focusField(path);
    this.#follow(path);
  }

  async #renderPane(): Promise<void> {
    Object.assign(chosen, Object.fromEntries(new FormData(this.#find('form') as HTMLFormElement)));
    this.#frame.fit(Number(chosen['width']));
    const entry = toEditorEntry(this.#props.entry);
    const id = entryId(entry);
    this.#entryKey = entryKey(this.#name, id);
    const read = readEditorEntry(this.#collection, id, entry.data);
    const remarks = remarksOn(read, this.#name);
    const wrong = remarks
      .filter(({ isWrong }) => isWrong)
      .map(({ path }) => `${this.#entryKey}/${path.join('.')}`);
    try {
      const content = await readContent(this.#props, entry, this.#name);
      await this.#showPage(await this.#renderChosen(content, id), content, wrong);
    } catch (error) {
      const sentence =
        read.issues.length > 0
          ? 'A prévia continua quando os campos obrigatórios estiverem preenchidos.'
          : `Não deu para montar a prévia (${String(error)}). Avise quem cuida do site.`;
      remarks.push({ path: [], sentence, isWrong: true });
    }
    this.#say(remarks);
    const awaited = takeAwaitedPath(this.#entryKey);
    if (awaited) this.#focus(awaited);
  }

  /** Renders the chosen page, or the first that shows the newly focused field if the chosen one does not. */
  async #renderChosen(content: PreviewContent, id: string): Promise<RenderedPage> {
    const sought = this.#isFieldNew ? this.#field : undefined;
    this.#isFieldNew = false;
    const render = async (path: string): Promise<RenderedPage> => {
      const shown = site.pages[path]?.entriesOf === this.#name ? id : builtId(path, content);
      return { path, page: parsePage(await renderPage(path, content, shown)) };
    };
    const paths = this.#collection.shownOn.map(({ path }) => path);
    const first = paths.find((path) => path === chosen['path']) ?? this.#collection.shownOn[0].path;
    const rendered = await render(first);
    if (!sought || elementsShowing(rendered.page, sought).length > 0) return rendered;
    for (const path of paths.filter((other) => other !== first)) {
      const other = await render(path);
      if (elementsShowing(other.page, sought).length === 0) continue;
      chosen['path'] = path;
      (this.#find(`[value="${path}"]`) as HTMLInputElement).checked = true;
      return other;
    }
    return rendered;
  }

  /** @param wrong invalid fields */
  async #showPage(
    { path, page }: RenderedPage,
    content: PreviewContent,
    wrong: string[],
  ): Promise<void> {
    const styles = await builtStyles(path, content);
    this.#decorate(page, wrong);
    await this.#frame.show(page.body, styles, {
      path,
      scheme: chosen['scheme'] ?? '',
      section: this.#collection.shownOn.find((view) => view.path === path)?.id,
    });
  }

  #say(remarks: ReturnType<typeof remarksOn>): void {
    const items = remarks.map(({ sentence, isWrong }) => {
      const item = document.createElement('p');
      item.classList.toggle('wrong', isWrong);
      item.textContent = sentence;
      return item;
    });
    this.#find('.notes').replaceChildren(...items);
  }

  /**
   * Outlines the focused and the invalid fields, runs what the site's scripts would do, and shows the page's
   * title and description as a search result.
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
    site.runScripts(page, this.#name);
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
    const [name, id, path] = field.split('/') as [string, string, string];
    const isOwn = entryKey(name, id) === this.#entryKey;
    this.#find('.other-entry').hidden = isOwn;
    if (isOwn) {
      this.#focus(path);
      return;
    }
    const button = this.#find('button');
    const { label = '', singular } = site.content.collections[name] ?? {};
    button.textContent = `Abrir ${singular?.toLowerCase() ?? `“${label}”`}`;
    button.onclick = () => {
      openEntry(name, id, path);
    };
    button.focus();
  };
}
