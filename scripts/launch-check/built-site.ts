/** Finds the broken links of a built site, including those to the images that its pages share. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrokenLink } from '@site/content/broken-link';
import { EDITOR_FOLDER, publicPath } from '../../src/lib/paths.ts';
import { attributeOf, elementsOf, type Element } from '@site/html/elements';

/** Attributes with URLs: links and media, and the files of Astro's islands. */
const LINK_ATTRIBUTES = ['href', 'src', 'component-url', 'renderer-url'];

const isCanonical = (element: Element): boolean => attributeOf(element, 'rel') === 'canonical';

function linksOf(element: Element): string[] {
  if (isCanonical(element)) return [];
  const isSharedImage = attributeOf(element, 'property') === 'og:image';
  const names = isSharedImage ? ['content'] : LINK_ATTRIBUTES;
  return names.flatMap((name) => attributeOf(element, name) ?? []);
}

/** The file that a static host serves for a decoded path, or undefined. */
export function fileFor(folder: string, path: string): string | undefined {
  const name = path.replace(/^\//, '');
  return [name, `${name}.html`, name === '' ? 'index.html' : `${name}/index.html`].find(
    (file) => /\.\w+$/.test(file) && existsSync(join(folder, file)),
  );
}

/**
 * @param folder of the built site
 * @param configuredUrl of the home page, from the environment; undefined if SITE_URL names none
 */
export function builtSiteIssues(folder: string, configuredUrl?: string): string[] {
  // The content editor is an application of its own.
  const files = globSync('**/*.html', { cwd: folder, exclude: [EDITOR_FOLDER] }).sort();
  const pages = new Map(
    files.map((file) => [
      file.replaceAll('\\', '/'),
      elementsOf(readFileSync(join(folder, file), 'utf8')),
    ]),
  );
  const canonical = pages.get('index.html')?.find(isCanonical);
  const builtFor = canonical && attributeOf(canonical, 'href');
  if (builtFor === undefined) return [`não há site em ${folder}: rode antes npm run build`];

  const base = new URL(builtFor).pathname.replace(/\/$/, '');
  const idsAt = (path: string): string[] | 'unknown' | undefined => {
    const isBelowBase = `${path}/`.startsWith(`${base}/`);
    const file = isBelowBase ? fileFor(folder, path.slice(base.length)) : undefined;
    if (file === undefined) return undefined;
    return pages.get(file)?.flatMap((element) => attributeOf(element, 'id') ?? []) ?? 'unknown';
  };
  const brokenLinks = Array.from(pages).flatMap(([file, elements]) => {
    const url = new URL(`${base}/${publicPath(file)}`, builtFor).href;
    return [...new Set(elements.flatMap(linksOf))].flatMap((link) => {
      const broken = findBrokenLink(link, url, idsAt);
      if (!broken) return [];
      const part = 'leva a uma parte que a página não tem';
      return `${file}: o link ${link} ${broken.missing === 'page' ? 'não existe' : part}`;
    });
  });
  if (configuredUrl === undefined || configuredUrl === builtFor) return brokenLinks;
  return [
    `o site foi gerado para ${builtFor}, mas SITE_URL e SITE_BASE dizem ${configuredUrl}: rode npm run build de novo`,
    ...brokenLinks,
  ];
}
