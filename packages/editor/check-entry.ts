/** Repairs and checks an entry in the browser, before the editor saves it. */
import type { AppEventListener } from '@sveltia/cms';
import { checkLinks, pathOf, targetsOf, type LinkTargets } from '@site/content/links';
import { inOneSentence } from '@site/content/report';
import { textsIn, valueAt } from '@site/content/schema-fields';
import { idOf, type Collection } from '@site/content/collection';
import { targetsIn, type Attempt, type Branch } from './branch.ts';
import { fingerprintAsSaved, fingerprintOf, ORIGIN } from './origin.ts';
import { collectionOf, readEditorEntry, toEditorEntry, type EditorEntry } from './read-entry.ts';

/**
 * Returns the entry's texts as the site would repair them.
 *
 * @param entry data of all fields, and the Markdown below them
 * @param readTargets reads the link targets, for an entry that has links
 * @throws Error with a report in Portuguese if a rule is broken
 */
export async function repairEntry(
  collection: Collection,
  path: string,
  entry: Record<string, unknown>,
  readTargets: () => LinkTargets | Promise<LinkTargets>,
): Promise<ReturnType<typeof textsIn>> {
  const id = idOf(path);
  const read = readEditorEntry(collection, id, entry);
  // commit-gate.ts checks pictures, which it has the bytes of.
  const issues = [...read.issues];
  if (read.body?.links.length) {
    const targets = await readTargets();
    const page = pathOf(id, collection);
    const others = targets.ofEntries.filter(({ url }) => url.split('#')[0] !== page);
    const ofEntries = [...others, ...targetsOf(read, collection)];
    issues.push(...checkLinks(read, collection, { ...targets, ofEntries }));
  }
  if (issues.length > 0) {
    const sentences = issues.map(
      ({ field = collection.label, advice = '', ...issue }) =>
        `${inOneSentence({ ...issue, field })} ${advice}`,
    );
    throw new Error(sentences.join(' ').trim());
  }
  return textsIn({ ...read.data, ...(read.body && { body: read.body.text }) });
}

/**
 * Says once that a title is taken, before the library gives the page an address of its own choice.
 *
 * @param tried earlier attempts to save
 */
function refuseTakenTitle(
  { path, data }: EditorEntry,
  { files, pages }: Collection,
  tried: ReadonlyMap<string, Attempt>,
): void {
  const title = 'namedBy' in files && valueAt(data, files.namedBy.split('.'));
  if (typeof title !== 'string' || !pages || tried.has(path)) return;
  const plain = title.normalize('NFD').replace(/\p{Mark}/gu, '');
  const wanted = plain
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
  const id = idOf(path);
  if (!id.startsWith(`${wanted}-`) || tried.get(path.replace(id, wanted))?.isNew) return;
  throw new Error(
    `Já existe um item com o título “${title}”, e o endereço deste seria ${pages.path}${id}. Mude o título ou, se for isso mesmo, salve de novo.`,
  );
}

declare global {
  /** True if the save follows on “Salvar mesmo assim” (bundle.ts). */
  var isOverwriting: boolean | undefined;
}

/** Opens the library's dialog, which says who changed or deleted an item, and asks whether to save all the same. */
class Conflict extends Error {
  constructor({ text, change }: NonNullable<Awaited<ReturnType<Branch['newest']>>>) {
    const entry = {
      commitAuthor: change?.author,
      commitDate: change && new Date(change.committedDate),
    };
    const cause = text === undefined ? { type: 'deleted' } : { type: 'modified', entry };
    super('save_conflict', { cause });
  }
}

/**
 * Runs before each save. What it throws, the library's dialogs show.
 *
 * @param built link targets of the site as it was built
 */
export function checkBeforeSave(
  collections: Record<string, Collection>,
  built: LinkTargets,
  branch: Branch,
): AppEventListener['handler'] {
  /** Fingerprints of the versions that editors have been asked about, by path. */
  const askedAbout = new Map<string, string>();
  const readTargets = async (): Promise<LinkTargets> => {
    const files = await branch.files();
    return files ? { ...built, ofEntries: targetsIn(files) } : built;
  };
  return async ({ entry }) => {
    const { path, data, newRecord: isNew = false } = toEditorEntry(entry);
    const collection = collectionOf(collections, path);
    if (!collection) return entry;
    const attempt: Attempt = { isNew };
    try {
      const texts = await repairEntry(collection, path, data, readTargets);
      if (isNew) refuseTakenTitle({ path, data }, collection, branch.attempts);
      const saved = texts.reduce(
        (result, [field, text]) => result.setIn(['data', ...field], text),
        entry,
      );
      const origin = await fingerprintAsSaved(path, toEditorEntry(saved).data);
      const newest = await branch.newest(path);
      const { commit, text } = newest ?? {};
      const found = text === undefined ? '' : await fingerprintOf(path, text);
      const isUnseen = newest && !isNew && ![data[ORIGIN], origin].includes(found);
      if (isUnseen && !(globalThis.isOverwriting && askedAbout.get(path) === found)) {
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
