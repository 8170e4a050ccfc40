/** The editor's form beside the preview: reads the focused field and focuses others. */
import site from 'virtual:editor-site';
import { entryKey } from '../preview/content.ts';
import { LOCALE } from './open-form.ts';

/** Says which field somebody focuses, such as `list.features.0`. Not on `focus`: the library moves it, too. */
export function followFocus(host: HTMLElement, follow: (path?: string) => void): void {
  const closed = new AbortController();
  for (const eventType of ['click', 'keyup']) {
    const tell = (): void => {
      const field = document.activeElement?.closest<HTMLElement>('.field');
      if (host.isConnected) follow(field?.dataset['keyPath']);
      else closed.abort();
    };
    document.addEventListener(eventType, tell, closed);
  }
}

/** Focuses a field, with the message that the library's own preview sends. */
export function focusField(keyPath: string): void {
  const payload = { locale: LOCALE, keyPath };
  window.postMessage({ type: 'highlight-editor-field', payload }, location.origin);
}

/** Field to focus in an entry that is about to open. */
let awaited: { key: string; path: string } | undefined;

function goTo(place: string): void {
  const oldURL = location.href;
  history.pushState(null, '', `#/collections/${place}`);
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href }));
}

/** Opens another entry and focuses one of its fields. */
export function openEntry(name: string, id: string, path: string): void {
  const isFile = 'file' in (site.content.collections[name]?.files ?? {});
  const [list, entry] = isFile ? ['_singletons', name] : [name, id];
  awaited = { key: entryKey(name, id), path };
  // Goes through the list: directly from one file to another, the library loses its panes.
  goTo(list);
  requestAnimationFrame(() => {
    goTo(`${list}/entries/${entry}`);
  });
}

/** The field that an entry was opened for; returned only once. */
export function takeAwaitedPath(key: string): string | undefined {
  if (awaited?.key !== key) return undefined;
  const { path } = awaited;
  awaited = undefined;
  return path;
}
