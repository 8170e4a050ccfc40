/** Keeps unchanged copies off the site: two plans, or two clients, with the same texts. */
import type { AppEventListener } from '@sveltia/cms';
import { toEditorEntry } from './read-entry.ts';

/** All texts of an entry in a stable order, without its position among the others. */
function wordingOf(fields: object): string {
  const texts: string[] = [];
  JSON.stringify(fields, (key, value: unknown) => {
    if (key === 'order' || key.startsWith('__sc_')) return undefined;
    // The editor copies a picture under another name.
    if (typeof value === 'string' && !value.startsWith('./')) texts.push(value.trim());
    return value;
  });
  return JSON.stringify(texts.sort());
}

export class KnownEntries {
  readonly #wordings = new Set<string>();

  /** Remembers an entry that is on the site. */
  add<Fields extends object>(fields: Fields): Fields {
    this.#wordings.add(wordingOf(fields));
    return fields;
  }

  /** Runs before each save. If it throws, the editor's dialog shows the cause of the error. */
  readonly refuseCopy: AppEventListener['handler'] = ({ entry }) => {
    const { newRecord = false, data } = toEditorEntry(entry);
    if (!newRecord || !this.#wordings.has(wordingOf(data))) return;
    const cause = new Error('Esta cópia diz o mesmo que o original. Mude antes o que a distingue.');
    throw new Error('saving_failed', { cause });
  };
}
