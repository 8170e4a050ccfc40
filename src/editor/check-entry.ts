/** Repairs and checks an entry in the browser, before the editor saves it. */
import type { AppEventListener } from '@sveltia/cms';
import { checkData } from '../content-check/schema-issues.ts';
import { labelOf } from '../content-check/schema-fields.ts';
import { cleanText } from '../schemas/clean-text.ts';
import { COLLECTIONS, type Collection } from '../schemas/collections.ts';
import { imagePath } from '../schemas/image.ts';

/** The texts in nested data, each with its place. */
function textsIn(data: unknown, path: string[] = []): [path: string[], text: string][] {
  if (typeof data === 'string') return [[path, data]];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => textsIn(value, [...path, key]));
}

/** @param path of the file in the repository, such as `src/content/plans/tecnologia.md` */
function collectionOf(path: string): Collection | undefined {
  return Object.values<Collection>(COLLECTIONS).find(({ files }) =>
    'file' in files
      ? path.endsWith(`/content/${files.file}`)
      : path.includes(`/content/${files.folder}/`),
  );
}

/**
 * The entry's texts as the site would repair them.
 *
 * @param data of all fields, and of the Markdown below them
 * @throws with a report in Portuguese where a rule is broken
 */
export async function repairEntry(
  path: string,
  { body, ...data }: Record<string, unknown>,
): Promise<[path: string[], text: string][]> {
  const collection = collectionOf(path);
  if (!collection) return [];
  const schema = collection.schema(imagePath);
  const issues = await checkData(schema, data);
  if (issues.length > 0) {
    const sentences = issues.map(
      ({ path: field = [], expected, found }) =>
        `${labelOf(schema, field) ?? collection.label}: esperado ${expected}; encontrado ${found}.`,
    );
    throw new Error(sentences.join(' '));
  }
  const repaired = textsIn(await schema.parseAsync(data));
  return typeof body === 'string' ? [...repaired, [['body'], cleanText(body)]] : repaired;
}

/** Leaves out the keys by which the editor knows the items of a list that somebody has added. */
const withoutItemKeys = (key: string, value: unknown): unknown =>
  key.startsWith('__sc_') ? undefined : value;

/** Runs before each save. The editor shows the cause of this very error in its dialog. */
export const checkBeforeSave: AppEventListener['handler'] = async ({ entry }) => {
  const { path, data } = JSON.parse(JSON.stringify(entry.toJS(), withoutItemKeys)) as {
    path: string;
    data: Record<string, unknown>;
  };
  try {
    const texts = await repairEntry(path, data);
    return texts.reduce((result, [field, text]) => result.setIn(['data', ...field], text), entry);
  } catch (cause) {
    throw new Error('saving_failed', { cause });
  }
};
