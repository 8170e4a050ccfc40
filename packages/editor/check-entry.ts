/** Repairs and checks an entry in the browser, before the editor saves it. */
import type { AppEventListener } from '@sveltia/cms';
import { inOneSentence } from '@site/content/report';
import { fieldAt, textsIn } from '@site/content/schema-fields';
import { idOf, type Collection } from '@site/content/collection';
import type { Attempt, Branch } from './branch.ts';
import { Conflict, isOverwriting } from './library/conflict.ts';
import { fingerprintAsSaved, fingerprintOf, ORIGIN } from './origin.ts';
import { readEditorEntry, toEditorEntry } from './read-entry.ts';

/**
 * Returns the entry's texts as the site would repair them.
 *
 * @param entry data of all fields, and the Markdown below them
 * @throws Error with a report in Portuguese if a rule is broken
 */
export function repairEntry(
  collection: Collection,
  path: string,
  entry: Record<string, unknown>,
): ReturnType<typeof textsIn> {
  // commit-gate.ts checks what the entry refers to.
  const read = readEditorEntry(collection, idOf(path), entry);
  if (read.issues.length > 0) {
    const sentences = read.issues.map((issue) => inOneSentence(issue, collection.label));
    // A developer may have added it since this page was loaded.
    const isUnknown = read.issues.some((it) => it.path && !fieldAt(collection.schema, it.path));
    if (isUnknown) sentences.push('Recarregue a página.');
    throw new Error(sentences.join(' '));
  }
  return textsIn({ ...read.data, ...(read.body && { body: read.body.text }) });
}

/** Runs before each save. What it throws, the library's dialogs show. */
export function checkBeforeSave(branch: Branch): AppEventListener['handler'] {
  /** Fingerprints of the versions that editors have been asked about, by path. */
  const askedAbout = new Map<string, string>();
  return async ({ entry }) => {
    const { path, data, newRecord: isNew = false } = toEditorEntry(entry);
    const collection = branch.collectionOf(path);
    if (!collection) return entry;
    const attempt: Attempt = { isNew };
    try {
      const texts = repairEntry(collection, path, data);
      const saved = texts.reduce(
        (result, [field, text]) => result.setIn(['data', ...field], text),
        entry,
      );
      const origin = await fingerprintAsSaved(path, toEditorEntry(saved).data);
      const newest = await branch.newest(path);
      const { commit, text } = newest ?? {};
      const found = text === undefined ? '' : await fingerprintOf(path, text);
      const isUnseen = newest && !isNew && ![data[ORIGIN], origin].includes(found);
      if (isUnseen && !(isOverwriting() && askedAbout.get(path) === found)) {
        askedAbout.set(path, found);
        throw new Conflict(newest);
      }
      Object.assign(attempt, { commit, before: text });
      // The library keeps this entry, for the next form.
      return saved.setIn(['data', ORIGIN], origin);
    } catch (cause) {
      throw cause instanceof Conflict ? cause : new Error('saving_failed', { cause });
    } finally {
      branch.attempts.set(path, attempt);
    }
  };
}
