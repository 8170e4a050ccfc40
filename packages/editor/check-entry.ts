/** Repairs and checks an entry in the browser, before the editor saves it. */
import type { AppEventListener } from '@sveltia/cms';
import { checkLinks, pathOf, targetsOf, type LinkTargets } from '@site/content/links';
import { inOneSentence } from '@site/content/report';
import { textsIn, valueAt } from '@site/content/schema-fields';
import { idOf, type Collection } from '@site/content/collection';
import { targetsIn, type Branch } from './branch.ts';
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
 * @param tried the branch's `newPaths`
 */
function refuseTakenTitle(
  { path, data }: EditorEntry,
  { files, pages }: Collection,
  tried: ReadonlySet<string>,
): void {
  const title = 'namedBy' in files && valueAt(data, files.namedBy.split('.'));
  if (typeof title !== 'string' || !pages || tried.has(path)) return;
  const plain = title.normalize('NFD').replace(/\p{Mark}/gu, '');
  const wanted = plain
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
  const id = idOf(path);
  if (!id.startsWith(`${wanted}-`) || tried.has(path.replace(id, wanted))) return;
  throw new Error(
    `Já existe um item com o título “${title}”, e o endereço deste seria ${pages.path}${id}. Mude o título ou, se for isso mesmo, salve de novo.`,
  );
}

/**
 * Runs before each save. If it throws, the editor's dialog shows the cause of the error.
 *
 * @param built link targets of the site as it was built
 */
export function checkBeforeSave(
  collections: Record<string, Collection>,
  built: LinkTargets,
  branch: Branch,
): AppEventListener['handler'] {
  const { newPaths } = branch;
  const readTargets = async (): Promise<LinkTargets> => {
    const files = await branch.files();
    return files ? { ...built, ofEntries: targetsIn(files) } : built;
  };
  return async ({ entry }) => {
    branch.beginSave();
    const { path, data, newRecord = false } = toEditorEntry(entry);
    const collection = collectionOf(collections, path);
    if (!collection) return entry;
    try {
      const texts = await repairEntry(collection, path, data, readTargets);
      if (newRecord) refuseTakenTitle({ path, data }, collection, newPaths);
      return texts.reduce((result, [field, text]) => result.setIn(['data', ...field], text), entry);
    } catch (cause) {
      throw new Error('saving_failed', { cause });
    } finally {
      if (newRecord) newPaths.add(path);
      else newPaths.delete(path);
    }
  };
}
