/** Looks through a built site for links that lead nowhere and for pages nobody could share. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { followLink } from '../content-check/follow-link.ts';
import { builtPages } from '../lib/files.ts';
import { attributeOf, elementsOf, type Element } from '../lib/html.ts';
import { publicPath } from '../lib/paths.ts';
import type { Obstacle } from './obstacle.ts';

/** Where a page names other files: links and media, and what Astro's islands fetch. */
const LINK_ATTRIBUTES = ['href', 'src', 'component-url', 'renderer-url'];

interface Page {
  /** Below the site's folder, with slashes. */
  file: string;
  elements: Element[];
}

const readPages = (folder: string): Page[] =>
  builtPages(folder).map((file) => ({
    file,
    elements: elementsOf(readFileSync(join(folder, file), 'utf8')),
  }));

const isCanonical = (element: Element): boolean => attributeOf(element, 'rel') === 'canonical';

/** URL of the home page that a build was made for, or undefined where it does not say. */
function homeUrlOf(pages: Page[]): string | undefined {
  const canonical = pages.find(({ file }) => file === 'index.html')?.elements.find(isCanonical);
  return canonical && attributeOf(canonical, 'href');
}

function meta({ elements }: Page, name: string): string | undefined {
  const element = elements.find((it) =>
    [attributeOf(it, 'property'), attributeOf(it, 'name')].includes(name),
  );
  return element && attributeOf(element, 'content');
}

/** The file that a static host serves for a decoded path, or undefined. */
function fileFor(folder: string, path: string): string | undefined {
  const name = path.replace(/^\//, '');
  return [name, `${name}.html`, name === '' ? 'index.html' : `${name}/index.html`].find(
    (file) => /\.\w+$/.test(file) && existsSync(join(folder, file)),
  );
}

/**
 * @param folder of the built site
 * @param configuredUrl of the home page, as the environment says; undefined where it does not say
 */
export function builtSiteObstacles(folder: string, configuredUrl?: string): Obstacle[] {
  const obstacle = (text: string): Obstacle => ({ area: 'Site gerado', text });
  const pages = readPages(folder);
  const builtFor = homeUrlOf(pages);
  if (builtFor === undefined)
    return [obstacle(`não há site em ${folder}: rode antes npm run build`)];
  const otherUrl =
    configuredUrl === undefined || configuredUrl === builtFor
      ? []
      : [
          obstacle(
            `o site foi gerado para ${builtFor}, mas SITE_URL e SITE_BASE dizem ${configuredUrl}: rode npm run build de novo`,
          ),
        ];

  const base = new URL(builtFor).pathname.replace(/\/$/, '');
  const idsOf = new Map(
    pages.map(({ file, elements }) => [
      file,
      elements.flatMap((element) => attributeOf(element, 'id') ?? []),
    ]),
  );

  /** What is wrong with a link on a page; undefined where it leads somewhere. */
  function problemWith(link: string, page: Page): string | undefined {
    const here = `${base}/${publicPath(page.file)}`;
    const { result, path } = followLink(link, here, (target) => {
      const file = target === here ? page.file : fileFor(folder, target.slice(base.length));
      return file === undefined ? undefined : (idsOf.get(file) ?? 'anything');
    });
    if (result === 'invalid') return 'não é um endereço';
    if (result === 'outside') return undefined;
    if (!`${path}/`.startsWith(`${base}/`)) return `fica fora de ${base}`;
    if (result === 'missing') return 'não existe';
    return result === 'missing-part' ? 'leva a uma parte que a página não tem' : undefined;
  }

  const links = pages.flatMap((page) => {
    const found = page.elements
      .filter((element) => !isCanonical(element))
      .flatMap(({ attrs }) => attrs.filter(({ name }) => LINK_ATTRIBUTES.includes(name)))
      .map(({ value }) => value);
    return [...new Set(found)].flatMap((link) => {
      const problem = problemWith(link, page);
      return problem === undefined ? [] : obstacle(`${page.file}: o link ${link} ${problem}`);
    });
  });

  const images = pages
    .filter((page) => meta(page, 'robots')?.includes('noindex') !== true)
    .flatMap((page) => {
      const image = meta(page, 'og:image') ?? '';
      const path = URL.canParse(image) ? new URL(image).pathname.slice(base.length) : '/nada';
      if (fileFor(folder, path) !== undefined) return [];
      const named = image || 'nenhuma';
      return obstacle(`${page.file}: falta a imagem para compartilhar (og:image: ${named})`);
    });
  return [...otherUrl, ...links, ...images];
}
