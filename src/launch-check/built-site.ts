/** Looks through a built site for links that lead nowhere and for pages nobody could share. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attributeOf, elementsOf, type Element } from '../lib/html.ts';
import { publicPath } from '../lib/public-path.ts';
import { followLink } from '../markdown/links.ts';
import type { Obstacle } from './obstacle.ts';

/** Where a page names other files: links and media, and what Astro's islands fetch. */
const LINK_ATTRIBUTES = ['href', 'src', 'component-url', 'renderer-url'];

interface Page {
  /** Below the site's folder, with slashes. */
  file: string;
  elements: Element[];
}

function readPages(folder: string): Page[] {
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      // The content editor is an application of its own.
      .filter((file) => file.endsWith('.html') && !file.startsWith('admin/'))
      .sort()
      .map((file) => ({ file, elements: elementsOf(readFileSync(join(folder, file), 'utf8')) }))
  );
}

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
  const obstacle = (pt: string, en: string): Obstacle => ({ area: 'site', pt, en });
  const pages = existsSync(folder) ? readPages(folder) : [];
  const builtFor = homeUrlOf(pages);
  if (builtFor === undefined) {
    const en = `there is no built site in ${folder}: run npm run build first`;
    return [obstacle(`não há site em ${folder}: rode antes npm run build`, en)];
  }
  const otherUrl =
    configuredUrl === undefined || configuredUrl === builtFor
      ? []
      : [
          obstacle(
            `o site foi gerado para ${builtFor}, mas SITE_URL e SITE_BASE dizem ${configuredUrl}: rode npm run build de novo`,
            `the site was built for ${builtFor}, but SITE_URL and SITE_BASE say ${configuredUrl}: run npm run build again`,
          ),
        ];

  const base = new URL(builtFor).pathname.replace(/\/$/, '');
  const idsOf = new Map(
    pages.map(({ file, elements }) => [
      file,
      elements.flatMap((element) => attributeOf(element, 'id') ?? []),
    ]),
  );

  /** What is wrong with a link on a page, in both languages. */
  function problemWith(link: string, page: Page): [pt: string, en: string] | undefined {
    const here = `${base}/${publicPath(page.file)}`;
    const { result, path } = followLink(link, here, (target) => {
      const file = target === here ? page.file : fileFor(folder, target.slice(base.length));
      return file === undefined ? undefined : (idsOf.get(file) ?? 'anything');
    });
    if (result === 'invalid') return ['não é um endereço', 'is no URL'];
    if (result === 'outside') return undefined;
    if (!`${path}/`.startsWith(`${base}/`)) return [`fica fora de ${base}`, `is outside ${base}`];
    if (result === 'missing') return ['não existe', 'does not exist'];
    return result === 'missing-part'
      ? ['leva a uma parte que a página não tem', 'leads to a part that the page lacks']
      : undefined;
  }

  const links = pages.flatMap((page) => {
    const found = page.elements
      .filter((element) => !isCanonical(element))
      .flatMap(({ attrs }) => attrs.filter(({ name }) => LINK_ATTRIBUTES.includes(name)))
      .map(({ value }) => value);
    return [...new Set(found)].flatMap((link) => {
      const [pt, en] = problemWith(link, page) ?? [];
      return pt === undefined
        ? []
        : obstacle(`${page.file}: o link ${link} ${pt}`, `${page.file}: the link ${link} ${en}`);
    });
  });

  const images = pages
    .filter((page) => meta(page, 'robots')?.includes('noindex') !== true)
    .flatMap((page) => {
      const image = meta(page, 'og:image') ?? '';
      const path = URL.canParse(image) ? new URL(image).pathname.slice(base.length) : '/nada';
      return fileFor(folder, path) !== undefined
        ? []
        : obstacle(
            `${page.file}: falta a imagem para compartilhar (og:image: ${image || 'nenhuma'})`,
            `${page.file}: the image to share is missing (og:image: ${image || 'none'})`,
          );
    });
  return [...otherUrl, ...links, ...images];
}
