import { bodyLabel, type ContentEntry } from '../content-reader/entry.ts';
import { quote, type Issue } from '../content-reader/issue.ts';
import type { Collection } from '../schemas/collections.ts';
import type { ImageUse } from '../schemas/image.ts';
import { checkLink, pathOf, type Site } from './links.ts';

interface References {
  site: Site;
  /** Returns what is expected instead of the image, or undefined where all is well. */
  checkImage: (name: string, use?: ImageUse) => Promise<string | undefined>;
}

/** Checks what an entry refers to: images, and the pages of the site. */
export async function checkReferences(
  { id, pictures, body, locate }: ContentEntry,
  collection: Collection,
  { site, checkImage }: References,
): Promise<Issue[]> {
  const inFields = pictures.map(async ({ path, name, use }) => {
    const expected = await checkImage(name, use === 'logo' ? use : undefined);
    return expected === undefined ? [] : [locate({ path, expected, found: quote(name) })];
  });
  const field = bodyLabel(collection);
  const inBody = (body?.images ?? []).map(async ({ url, line }) => {
    const expected = await checkImage(url);
    return expected === undefined ? [] : [{ field, line, expected, found: quote(url) }];
  });
  const links = (body?.links ?? []).flatMap(({ url, line }) => {
    const issue = checkLink(url, pathOf(id, collection), site);
    return issue ? [{ field, line, found: quote(url), ...issue }] : [];
  });
  return [...(await Promise.all([...inFields, ...inBody])).flat(), ...links];
}
