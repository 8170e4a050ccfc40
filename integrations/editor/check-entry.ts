/** Repairs and checks an entry in the browser, before the editor saves it. */
import type { AppEventListener } from '@sveltia/cms';
import { pathOf, targetsOf, type LinkTargets } from '../content/links.ts';
import { checkReferences } from '../content/references.ts';
import { inOneSentence } from '../content/report.ts';
import { textsIn } from '../content/schema-fields.ts';
import { idOf, type Collection } from '../content/collection.ts';
import { COLLECTIONS } from '../../src/schemas/collections.ts';
import { readEditorEntry, toEditorEntry } from './read-entry.ts';

/** @param path of the file in the repository, such as `src/content/plans/tecnologia.md` */
function collectionOf(path: string): Collection | undefined {
  return Object.values<Collection>(COLLECTIONS).find(({ files }) =>
    'file' in files
      ? path.endsWith(`/content/${files.file}`)
      : path.includes(`/content/${files.folder}/`),
  );
}

/**
 * Returns the entry's texts as the site would repair them.
 *
 * @param entry data of all fields, and the Markdown below them
 * @param targets link targets, as of the editor's build
 * @throws Error with a report in Portuguese if a rule is broken
 */
export async function repairEntry(
  path: string,
  entry: Record<string, unknown>,
  targets: LinkTargets,
): Promise<ReturnType<typeof textsIn>> {
  const collection = collectionOf(path);
  if (!collection) return [];
  const id = idOf(path);
  const read = readEditorEntry(collection, id, entry);
  const others = targets.targets.filter(({ url }) => url.split('#')[0] !== pathOf(id, collection));
  const own = read.body ? targetsOf(read, collection) : [];
  const references = await checkReferences(read, collection, {
    targets: { ...targets, targets: [...others, ...own] },
    // pictures.ts already checks images when they are chosen.
    checkImage: () => Promise.resolve(undefined),
  });
  const issues = [...read.issues, ...references];
  if (issues.length > 0) {
    const sentences = issues.map(
      ({ field = collection.label, advice = '', ...issue }) =>
        `${inOneSentence({ ...issue, field })} ${advice}`,
    );
    throw new Error(sentences.join(' ').trim());
  }
  return textsIn({ ...read.data, ...(read.body && { body: read.body.text }) });
}

/** Runs before each save. If it throws, the editor's dialog shows the cause of the error. */
export function checkBeforeSave(targets: LinkTargets): AppEventListener['handler'] {
  return async ({ entry }) => {
    const { path, data } = toEditorEntry(entry);
    try {
      const texts = await repairEntry(path, data, targets);
      return texts.reduce((result, [field, text]) => result.setIn(['data', ...field], text), entry);
    } catch (cause) {
      throw new Error('saving_failed', { cause });
    }
  };
}
