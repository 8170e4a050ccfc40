import type { SiteContent } from './collection.ts';
import { filesBelow, filesOf, readCollection } from './folder.ts';
import { targetsOf, type LinkTargets } from './links.ts';

/** Below the project's root, where npm runs every command. */
const PUBLIC_FOLDER = 'public';

/**
 * Everything that links of a site's content may lead to.
 *
 * @param root the content folder, `src/content`
 * @param homeUrl URL of the site, or only the path that it is deployed under
 */
export function linkTargets(
  { collections, anchors, linkAdvice }: SiteContent,
  root: string,
  homeUrl?: string,
): LinkTargets {
  const hasEntries = (name: string): boolean =>
    collections[name] !== undefined && filesOf(root, collections[name]).length > 0;
  const ofEntries = Object.values(collections).flatMap((collection) =>
    readCollection(root, collection, homeUrl).flatMap(({ entry }) => targetsOf(entry, collection)),
  );
  const files = filesBelow(PUBLIC_FOLDER).map((file) => ({ url: `/${file}`, name: '' }));
  const present = anchors.filter(({ needs }) => needs === undefined || hasEntries(needs));
  return { ofEntries, ofSite: [...present, ...files], advice: linkAdvice };
}
