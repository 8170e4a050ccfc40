import { bodyLabel, type ContentEntry } from './entry.ts';
import { quote, type Issue } from './issue.ts';
import type { Collection } from './collection.ts';
import type { ImageUse } from './metadata.ts';
import { checkLink, pathOf, type LinkTargets } from './links.ts';

interface References {
  targets: LinkTargets;
  /** Returns what is expected instead of the image, or undefined where all is well. */
  checkImage: (name: string, use?: ImageUse) => Promise<string | undefined>;
}

/** Checks what an entry refers to: images, and the pages of the site. */
export async function checkReferences(
  { id, pictures, body, withLine }: ContentEntry,
  collection: Collection,
  { targets, checkImage }: References,
): Promise<Issue[]> {
  const field = bodyLabel(collection);
  const issues: Issue[] = [];
  for (const { path, name, use } of pictures) {
    const expected = await checkImage(name, use);
    if (expected !== undefined) issues.push(withLine({ path, expected, found: quote(name) }));
  }
  for (const { url, line } of body?.images ?? []) {
    const expected = await checkImage(url);
    if (expected !== undefined) issues.push({ field, line, expected, found: quote(url) });
  }
  for (const { url, line } of body?.links ?? []) {
    const issue = checkLink(url, pathOf(id, collection), targets);
    if (issue) issues.push({ field, line, found: quote(url), ...issue });
  }
  return issues;
}
