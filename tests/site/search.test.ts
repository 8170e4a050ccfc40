/** What search engines and link previews get. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { attributeOf, textOf, type Element } from '@site/html/elements';
import { COLLECTIONS } from '../../src/schemas/collections.ts';
import type { Company } from '../../src/schemas/company.ts';
import { dialledNumber } from '../../src/lib/phone.ts';
import { contentOf, PLAN_IDS, firstOf } from '../support/frozen-content.ts';
import { builtPages, BUILD, contentsOf, read, SITE_URL, type BuiltPage } from '../support/pages.ts';

/** WhatsApp shows no picture above this size. */
const MAX_SOCIAL_IMAGE_BYTES = 300_000;

const { folder } = BUILD;
const PAGES = builtPages(folder);

function pageOf(wanted: string): BuiltPage {
  const page = PAGES.find(({ file }) => file === wanted);
  if (!page) throw new Error(`There is no ${wanted}.`);
  return page;
}

interface Described {
  seo: { title: string; description: string };
}

const COMPANY = firstOf(contentOf<Company>(COLLECTIONS.company));
const HOME = firstOf(contentOf<Described & { hero: { headline: string } }>(COLLECTIONS.home));
const PLAN_LIST = firstOf(contentOf<Described & { heading: string }>(COLLECTIONS.planList));
const [PLAN_ID = ''] = PLAN_IDS;
const plan = firstOf(contentOf<Described & { detail: { name: string } }>(COLLECTIONS.plans));
const PLAN_PATH = `/planos/${PLAN_ID}`;

const SITE = firstOf(contentOf<{ footer: { slogan: string } }>(COLLECTIONS.site));
const textPage = firstOf(contentOf<{ title: string; description: string }>(COLLECTIONS.textPages));
const textPageSeo = { ...textPage, title: `${textPage.title} | ${COMPANY.name}` };

test.each([
  ['index.html', '/', HOME.seo, 'inicio', HOME.hero.headline],
  ['planos.html', '/planos', PLAN_LIST.seo, 'planos', PLAN_LIST.heading],
  [`planos/${PLAN_ID}.html`, PLAN_PATH, plan.seo, `plano-${PLAN_ID}`, plan.detail.name],
  ['privacidade.html', '/privacidade', textPageSeo, 'site', SITE.footer.slogan],
])('%s has one URL, its icons and its link preview', async (file, path, seo, image, alt) => {
  const page = pageOf(file);
  const url = `${SITE_URL}${path}`;
  expect(contentsOf(page, 'rel', 'canonical')).toEqual([url]);
  expect(contentsOf(page, 'rel', 'icon')).toEqual([
    expect.stringMatching(/^data:image\/svg\+xml,<svg /),
  ]);
  expect(contentsOf(page, 'rel', 'apple-touch-icon')).toEqual(['/apple-touch-icon.png']);
  expect(contentsOf(page, 'name', 'description')).toEqual([seo.description]);
  const titles = page.elements.filter(({ tagName }) => tagName === 'title');
  expect(titles.map(textOf)).toEqual([seo.title]);

  const previews = page.elements
    .map((element) => [
      attributeOf(element, 'property') ?? attributeOf(element, 'name'),
      attributeOf(element, 'content'),
    ])
    .filter(([name]) => /^(?:og|twitter):/.test(name ?? ''));
  expect(Object.fromEntries(previews)).toEqual({
    'og:site_name': COMPANY.name,
    'og:title': seo.title,
    'og:description': seo.description,
    // Networks never ask again for a URL that they know.
    'og:image': expect.stringMatching(
      `^${SITE_URL}/social/${image}.png\\?v=[0-9a-f]{8}$`,
    ) as unknown,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': alt,
    'twitter:card': 'summary_large_image',
  });
  const picture = readFileSync(`${folder}/social/${image}.png`);
  expect(picture.length).toBeLessThan(MAX_SOCIAL_IMAGE_BYTES);
  expect(await sharp(picture).metadata()).toMatchObject({
    format: 'png',
    width: 1200,
    height: 630,
  });
});

test('the words of a social image stay in its middle, where chats cut a square', async () => {
  const MARGIN_PX = (1200 - 630) / 2;
  /** In shades of grey. */
  const MIN_DIFFERENCE = 48;
  /** What two images with different words share, as grey values. */
  const marginsOf = (image: string) =>
    Promise.all(
      [0, 1200 - MARGIN_PX].map((left) =>
        sharp(`${folder}/social/${image}.png`)
          .extract({ left, top: 0, width: MARGIN_PX, height: 630 })
          .greyscale()
          .raw()
          .toBuffer(),
      ),
    );
  const [home, other] = await Promise.all(['inicio', 'site'].map(marginsOf));
  home?.forEach((margin, side) => {
    const differs = (at: number) =>
      Math.abs((margin[at] ?? 0) - (other?.[side]?.[at] ?? 0)) > MIN_DIFFERENCE;
    // Two palettes draw the edges of the brand's drawing differently, a pixel wide; strokes of letters are wider.
    const ofWords = Array.from(margin.keys()).filter((at) =>
      [at, at + 1, at + MARGIN_PX, at + MARGIN_PX + 1].every(differs),
    );
    expect(ofWords, side === 0 ? 'left' : 'right').toEqual([]);
  });
});

test('robots.txt and the sitemap lead to every page, and to no hidden one', () => {
  const sitemap = `Sitemap: ${SITE_URL}/sitemap-index.xml\n`;
  expect(read('robots.txt')).toBe(`User-agent: *\nAllow: /\n\n${sitemap}`);
  expect(read('sitemap-index.xml')).toContain(`<loc>${SITE_URL}/sitemap-0.xml</loc>`);
  const urls = Array.from(read('sitemap-0.xml').matchAll(/<loc>(.*?)<\/loc>/g), ([, url]) => url);
  const textPages = [...contentOf(COLLECTIONS.textPages).keys()].map((id) => `/${id}`);
  const listed = ['/', '/planos', ...PLAN_IDS.map((id) => `/planos/${id}`), ...textPages];
  expect(urls.sort()).toEqual(listed.map((path) => SITE_URL + path).sort());
  const hidden = PAGES.filter((page) => contentsOf(page, 'name', 'robots').includes('noindex'));
  expect(hidden.map(({ file }) => file).sort()).toEqual([
    '404.html',
    'mensagem-nao-enviada.html',
    'planos/404.html',
  ]);
});

describe('structured data tells search engines', () => {
  const graphOf = (file: string) => {
    const isData = (it: Element) => attributeOf(it, 'type') === 'application/ld+json';
    const [data] = pageOf(file).elements.filter(isData).map(textOf);
    return (JSON.parse(data ?? '') as { '@graph': Record<string, unknown>[] })['@graph'];
  };
  const [company, site] = graphOf('index.html');

  test('who the company is, where, and how to reach it', () => {
    expect(company).toMatchObject({
      '@type': 'LocalBusiness',
      name: COMPANY.name,
      telephone: COMPANY.phones.map(({ number }) => dialledNumber(number)),
      address: { '@type': 'PostalAddress', addressLocality: COMPANY.address.city },
      // Where no towns are given, the company's own.
      areaServed: [{ '@type': 'City', name: COMPANY.address.city }],
    });
    for (const picture of ['logo', 'image']) {
      const path = String(company?.[picture]).replace(SITE_URL, '');
      expect(existsSync(join(folder, path)), path).toBe(true);
    }
  });

  test('the name to show instead of the domain', () => {
    expect(site).toEqual({ '@type': 'WebSite', name: COMPANY.name, url: `${SITE_URL}/` });
  });

  test('who offers each plan, and its path from the home page', () => {
    const [service, breadcrumbs] = graphOf(`planos/${PLAN_ID}.html`);
    const url = SITE_URL + PLAN_PATH;
    // The provider is, by its @id, the company that the home page describes.
    const provider = { '@id': company?.['@id'], name: COMPANY.name };
    expect(service).toMatchObject({ '@type': 'Service', url, provider });
    const steps = breadcrumbs?.['itemListElement'] as { item: string }[];
    expect(steps.map(({ item }) => item).slice(1)).toEqual([`${SITE_URL}/planos`, url]);
  });
});
