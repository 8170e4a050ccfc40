/** Looks through a built site for links that lead nowhere and for pages nobody could share. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attributeOf, elementsOf, type Element } from '../lib/html.ts';
import { decoded } from '../markdown/links.ts';
import { publicPath } from '../lib/public-path.ts';
import { isPlaceholderHost } from './examples.ts';
import type { Obstacle } from './obstacle.ts';

interface Page {
  /** Name of the file below the site's folder. */
  file: string;
  elements: Element[];
}

function isCanonical(element: Element): boolean {
  return attributeOf(element, 'rel') === 'canonical';
}

function meta({ elements }: Page, name: string): string | undefined {
  const element = elements.find(
    (it) =>
      it.tagName === 'meta' && (attributeOf(it, 'property') ?? attributeOf(it, 'name')) === name,
  );
  return element && attributeOf(element, 'content');
}

function readPages(folder: string): Page[] {
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.html'))
      // The content editor is an application of its own.
      .filter((file) => !/^admin[/\\]/.test(file))
      .sort()
      .map((file) => ({
        file: file.replaceAll('\\', '/'),
        elements: elementsOf(readFileSync(join(folder, file), 'utf8')),
      }))
  );
}

/** The file that a static host serves for a path, or undefined. */
function fileFor(folder: string, path: string): string | undefined {
  const name = decoded(path)?.replace(/^\//, '');
  if (name === undefined) return undefined;
  return [name, `${name}.html`, name === '' ? 'index.html' : `${name}/index.html`].find(
    (file) => file !== '' && /\.\w+$/.test(file) && existsSync(join(folder, file)),
  );
}

/**
 * @param folder of the built site
 * @param base path that the site is deployed under, such as `/`
 */
export function builtSiteObstacles(folder: string, base = '/'): Obstacle[] {
  if (!existsSync(join(folder, 'index.html'))) {
    return [
      { area: 'Site construído', sentence: `não há site em ${folder}: rode antes npm run build` },
    ];
  }
  const pages = readPages(folder);
  const prefix = base.replace(/\/$/, '');
  const idsOf = new Map(
    pages.map(({ file, elements }) => [file, elements.map((it) => attributeOf(it, 'id'))]),
  );

  /** What is wrong with an address that stands on a page. */
  function mistakeIn(address: string, page: Page): string | undefined {
    const here = `https://site.invalid${prefix}/${publicPath(page.file)}`;
    if (!URL.canParse(address, here)) return 'não é um endereço';
    const { origin, pathname, hash } = new URL(address, here);
    if (origin !== 'https://site.invalid') return undefined;
    if (!`${pathname}/`.startsWith(`${prefix}/`)) return `fica fora de ${prefix}`;
    const isSamePage = address.startsWith('#');
    const file = isSamePage ? page.file : fileFor(folder, pathname.slice(prefix.length));
    if (file === undefined) return 'não existe';
    const id = decoded(hash.slice(1));
    const ids = idsOf.get(file);
    return id !== '' && ids && (id === undefined || !ids.includes(id))
      ? 'leva a uma parte que a página não tem'
      : undefined;
  }

  const links = pages.flatMap((page) => {
    const addresses = page.elements.flatMap((element) => {
      const isLink = ['a', 'area', 'link'].includes(element.tagName);
      const address = attributeOf(element, isLink ? 'href' : 'src');
      return address === undefined || isCanonical(element) ? [] : address;
    });
    return [...new Set(addresses)].flatMap((address) => {
      const mistake = mistakeIn(address, page);
      return mistake === undefined ? [] : `${page.file}: o link ${address} ${mistake}`;
    });
  });

  const shared = pages
    .filter((page) => meta(page, 'robots')?.includes('noindex') !== true)
    .flatMap((page) => {
      const image = meta(page, 'og:image');
      if (image === undefined) return `${page.file}: falta a imagem para compartilhar (og:image)`;
      const path = URL.canParse(image) ? new URL(image).pathname.slice(prefix.length) : '';
      return fileFor(folder, path) === undefined
        ? `${page.file}: a imagem para compartilhar não existe (${image})`
        : [];
    });

  const hosts = pages.flatMap((page) => {
    const link = page.elements.find(isCanonical);
    const canonical = link && attributeOf(link, 'href');
    if (canonical === undefined || !isPlaceholderHost(new URL(canonical).hostname)) return [];
    return `${page.file}: foi construída para ${new URL(canonical).origin}, que não é o site verdadeiro`;
  });

  return [...links, ...shared, ...hosts].map((sentence) => ({ area: 'Site construído', sentence }));
}
