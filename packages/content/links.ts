/** Finds links in the content that lead nowhere. */
import { bodyLabel, type ContentEntry } from './entry.ts';
import { quote, type Issue } from './issue.ts';
import { completeLink, kindOfLink, SITE_ORIGIN } from './markdown/links.ts';
import type { Anchor, Collection, LinkTarget, SiteContent } from './collection.ts';
import { entriesIn, titleOf, type ContentFiles } from './content-files.ts';
import { findBrokenLink } from './broken-link.ts';

export interface LinkTargets {
  /** On the entries' own pages. */
  ofEntries: LinkTarget[];
  /** All others. */
  ofSite: LinkTarget[];
  publicFiles: readonly string[];
  /** For a link to none of them. */
  advice: string;
}

/** Path of an entry's page; of the home page if the collection has no pages. */
export function pathOf(id: string, { pages }: Collection): `/${string}` {
  return pages ? `${pages.path}${id}` : '/';
}

/** Everything that links of a site's content may lead to. */
export function linkTargets(
  { collections, anchors, linkAdvice }: SiteContent,
  { files, publicFiles }: Pick<ContentFiles, 'files' | 'publicFiles'>,
): LinkTargets {
  const isThere = ({ needs: [name, count] = ['', 0] }: Pick<Anchor, 'needs'>) =>
    count === 0 || entriesIn(collections[name], files).length >= count;
  return {
    ofEntries: Object.values(collections).flatMap((collection) =>
      entriesIn(collection, files).flatMap(([, entry]) => {
        if (!collection.pages) return [];
        const { id, body } = entry;
        const page = pathOf(id, collection);
        const parts = collection.pages.anchors.filter(isThere);
        const headings = body?.headings ?? [];
        return [
          { url: page, name: titleOf(collection, entry).slice(1, -1) },
          ...parts.map((part) => ({ url: `${page}#${part.id}`, name: '' })),
          ...headings.map(({ slug, text }) => ({ url: `${page}#${slug}`, name: text })),
        ];
      }),
    ),
    ofSite: anchors.filter(isThere),
    publicFiles,
    advice: linkAdvice,
  };
}

/** The page that a path leads to, as `/planos/` and `/planos.html` lead to `/planos`; a file stays what it is. */
function pageOf(path: string): string {
  return path.replace(/(?<=.)\/$|(?<=\/[^./]+)\.html$/, '');
}

/**
 * @param url as it is written
 * @param here path of the page that holds it
 * @returns the issue, or undefined where the link leads somewhere
 */
function checkLink(
  url: string,
  here: string,
  { ofEntries, ofSite, publicFiles, advice }: LinkTargets,
): Pick<Issue, 'expected' | 'advice'> | undefined {
  const link = completeLink(url);
  if (kindOfLink(link) === 'forbidden') {
    return {
      expected: 'um endereço que comece com https://, mailto:, tel: ou, dentro do site, com /',
    };
  }
  const targets = [...ofSite, ...ofEntries];
  const urls = [...targets.map((target) => target.url), ...publicFiles.map((file) => `/${file}`)];
  const broken = findBrokenLink(link, SITE_ORIGIN + here, (path) => {
    const page = pageOf(path);
    if (!urls.includes(page)) return undefined;
    return urls.flatMap((target) =>
      target.startsWith(`${page}#`) ? target.split('#').slice(1) : [],
    );
  });
  if (!broken) return undefined;
  const expected =
    broken.missing === 'page'
      ? 'o endereço de uma página que o site tem'
      : `uma parte que a página ${pageOf(broken.path)} tem`;
  return { expected, advice };
}

export function checkLinks(
  { id, body }: ContentEntry,
  collection: Collection,
  targets: LinkTargets,
): Issue[] {
  const field = bodyLabel(collection);
  return (body?.links ?? []).flatMap(({ url, line }) => {
    const issue = checkLink(url, pathOf(id, collection), targets);
    return issue ? { field, line, found: quote(url), ...issue } : [];
  });
}
