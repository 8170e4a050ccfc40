import { readFileSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import COMPANY from '../content/company.json' with { type: 'json' };
import HOME from '../content/pages/home.json' with { type: 'json' };
import PLAN_LIST from '../content/pages/plan-list.json' with { type: 'json' };
import { cspHash } from '../../src/hosting/content-security-policy.ts';
import { builtSiteObstacles } from '../../src/launch-check/built-site.ts';
import { attributeOf, textOf, type Element } from '../../src/lib/html.ts';
import { TEST_BUILDS, type TestBuild } from '../../scripts/test-builds.ts';
import { builtPages } from './support/pages.ts';

const { folder, environment } = TEST_BUILDS.configured;
const PAGES = builtPages(folder);
const LISTED = PAGES.filter(({ file }) => !file.endsWith('404.html'));

const FUNCTIONS = `${environment.PUBLIC_SUPABASE_URL}/functions/v1/`;

/** All that a page may do, but for the hashes of its own inline scripts and styles. */
const POLICY = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'", FUNCTIONS],
  'form-action': ["'self'", FUNCTIONS],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
};

interface Shared {
  file: string;
  /** Below SITE_URL. */
  path: string;
  seo: { title: string; description: string };
  image: { name: string; alt: string };
}

function planPage(id: string): Shared {
  const [, frontMatter = ''] = readFileSync(`tests/content/plans/${id}.md`, 'utf8').split('---\n');
  const { seo, detail } = parseYaml(frontMatter) as Pick<Shared, 'seo'> & {
    detail: { name: string };
  };
  const image = { name: `plano-${id}`, alt: detail.name };
  return { file: `planos/${id}.html`, path: `/planos/${id}`, seo, image };
}

function page(name: string, path: string, seo: Shared['seo'], alt: string): Shared {
  return { file: `${name}.html`, path, seo, image: { name, alt } };
}

/** What a search result and a shared link show of each page, as the editors wrote it. */
const SHARED: Shared[] = [
  { ...page('inicio', '/', HOME.seo, HOME.hero.headline), file: 'index.html' },
  page('planos', '/planos', PLAN_LIST.seo, PLAN_LIST.heading),
  planPage('tecnologia'),
  planPage('midia-social'),
];

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // Minified HTML leaves out quotes, end tags and spelling out true: all valid.
    'attr-quotes': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    // Counts headings inside <template>, which no one reads; a test below counts the others.
    'heading-level': 'off',
    // The form's fieldset disables its fields together; it does not group some of them by meaning.
    'wcag/h71': 'off',
  },
});

test.each<TestBuild>([TEST_BUILDS.configured, TEST_BUILDS.subpath])(
  'no link in $folder is broken, lacks its part of a page or leaves the path of the site',
  ({ folder: site, environment: { SITE_URL }, base = '' }) => {
    expect(builtSiteObstacles(site, new URL(`${base}/`, SITE_URL).href)).toEqual([]);
  },
);

test('the build holds every page', () => {
  expect(PAGES.map(({ file }) => file).sort()).toEqual([
    '404.html',
    'index.html',
    'planos.html',
    'planos/404.html',
    'planos/midia-social.html',
    'planos/tecnologia.html',
  ]);
});

describe.each(PAGES)('$file', ({ file, html, elements }) => {
  const named = (tag: string) => elements.filter(({ tagName }) => tagName === tag);
  const meta = (key: string, name: string) =>
    named('meta')
      .filter((element) => attributeOf(element, key) === name)
      .map((element) => attributeOf(element, 'content'));

  test('is valid HTML', async () => {
    const { results } = await validator.validateString(html, file);
    const messages = results.flatMap((result) =>
      result.messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    expect(messages).toEqual([]);
  });

  test('has one first heading, and leaves no level out below it', () => {
    const levels = elements
      .flatMap(({ tagName }) => /^h([1-6])$/.exec(tagName)?.[1] ?? [])
      .map(Number);
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries()) {
      expect(level - (levels[index - 1] ?? 0), `heading ${index + 1}`).toBeLessThanOrEqual(1);
    }
  });

  test('says its language, its title and what it is about', () => {
    expect(named('html').map((element) => attributeOf(element, 'lang'))).toEqual(['pt-BR']);
    expect(named('title').map(textOf)).toEqual([expect.stringMatching(/./)]);
    expect(meta('name', 'description')[0]).toMatch(/.{20,}/);
  });

  test('carries one policy, before anything that it governs', () => {
    expect(meta('http-equiv', 'content-security-policy')).toHaveLength(1);
    const first = elements.findIndex(({ tagName }) => /^(?:script|style|link)$/.test(tagName));
    const own = elements.findIndex((element) => attributeOf(element, 'http-equiv') !== undefined);
    expect(own).toBeLessThan(first);
  });

  test('may load, run and send what its policy says, and nothing more', () => {
    const [policy = ''] = meta('http-equiv', 'content-security-policy');
    const isHash = (source: string): boolean => source.startsWith("'sha256-");
    const directives = policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return { name, sources };
    });
    const allowed = directives.map(({ name, sources }) => [
      name,
      sources.filter((source) => !isHash(source)),
    ]);
    expect(Object.fromEntries(allowed)).toEqual(POLICY);
    // Of a directive that is there twice, browsers respect the first.
    expect(directives).toHaveLength(Object.keys(POLICY).length);

    const hashesOf = (wanted: string): string[] =>
      directives.find(({ name }) => name === wanted)?.sources.filter(isHash) ?? [];
    const quoted = (hashes: Iterable<string>): string[] =>
      Array.from(hashes, (hash) => `'${hash}'`).sort();
    const isRun = (script: Element): boolean =>
      attributeOf(script, 'src') === undefined &&
      attributeOf(script, 'type') !== 'application/ld+json';
    const scripts = named('script').filter(isRun).map(textOf).map(cspHash);
    const styles = named('style').map(textOf).map(cspHash);
    expect(scripts.length).toBeGreaterThan(0);
    expect(hashesOf('script-src').sort()).toEqual(quoted(new Set(scripts)));
    expect(hashesOf('style-src').sort()).toEqual(quoted(styles));
  });
});

describe('search engines and people who share a link', () => {
  test.each(SHARED)('find $file under its one URL, with its preview', (shared) => {
    const { file, path, seo, image } = shared;
    const elements = LISTED.find((page) => page.file === file)?.elements ?? [];
    const contents = (key: string, name: string): (string | undefined)[] =>
      elements
        .filter((element) => attributeOf(element, key) === name)
        .map((element) => attributeOf(element, 'content') ?? attributeOf(element, 'href'));
    const previews = elements
      .map((element) => [
        attributeOf(element, 'property') ?? attributeOf(element, 'name'),
        attributeOf(element, 'content'),
      ])
      .filter(([name]) => /^(?:og|twitter):/.test(name ?? ''));

    const url = environment.SITE_URL + path;
    expect(contents('rel', 'canonical')).toEqual([url]);
    expect(contents('name', 'description')).toEqual([seo.description]);
    expect(elements.filter(({ tagName }) => tagName === 'title').map(textOf)).toEqual([seo.title]);
    expect(previews).toEqual([
      ['og:type', 'website'],
      ['og:locale', 'pt_BR'],
      ['og:site_name', COMPANY.name],
      ['og:title', seo.title],
      ['og:description', seo.description],
      ['og:url', url],
      ['og:image', `${environment.SITE_URL}/social/${image.name}.png`],
      ['og:image:width', '1200'],
      ['og:image:height', '630'],
      ['og:image:alt', image.alt],
      ['twitter:card', 'summary_large_image'],
    ]);
  });

  test('find every page in the sitemap, and no other', () => {
    const sitemap = readFileSync(`${folder}/sitemap-0.xml`, 'utf8');
    const urls = Array.from(sitemap.matchAll(/<loc>(.*?)<\/loc>/g), ([, url]) => url);
    expect(urls.sort()).toEqual(SHARED.map(({ path }) => environment.SITE_URL + path).sort());
  });

  test('may read everything, and find the sitemap through robots.txt', () => {
    expect(readFileSync(`${folder}/robots.txt`, 'utf8')).toBe(
      `User-agent: *\nAllow: /\n\nSitemap: ${environment.SITE_URL}/sitemap-index.xml\n`,
    );
    expect(readFileSync(`${folder}/sitemap-index.xml`, 'utf8')).toContain(
      `<loc>${environment.SITE_URL}/sitemap-0.xml</loc>`,
    );
  });

  test('are kept off the not-found pages', () => {
    for (const { file, elements } of PAGES.filter((page) => !LISTED.includes(page))) {
      const robots = elements.find((element) => attributeOf(element, 'name') === 'robots');
      expect(robots && attributeOf(robots, 'content'), file).toBe('noindex');
    }
  });
});

test('security researchers find whom to write to, in a file that is valid for months', () => {
  const text = readFileSync(`${folder}/.well-known/security.txt`, 'utf8');
  const lines = text.matchAll(/^(\w+): (.*)$/gm);
  const fields = Object.fromEntries(
    Array.from(lines, ([, name, value]) => [name, value]),
  ) as Record<string, string>;
  expect(fields['Contact']).toMatch(/^mailto:\S+@\S+$/);
  expect(fields['Canonical']).toBe(`${environment.SITE_URL}/.well-known/security.txt`);
  const daysLeft = (Date.parse(fields['Expires'] ?? '') - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(360);
  expect(daysLeft).toBeLessThan(366);
});

test('everything that ships to visitors is in the licence list, under a free licence', () => {
  const list = readFileSync(`${folder}/licenses.txt`, 'utf8');
  const entries = Array.from(list.matchAll(/^## (\S+) - \S+ \((.*)\)$/gm), ([, ...it]) => it);
  const shipped = ['react', 'sonner', '@supabase/supabase-js', 'astro', '@iconify-json/lucide'];
  expect(entries.map(([name]) => name)).toEqual(expect.arrayContaining(shipped));
  const free = ['MIT', 'ISC', '0BSD', 'OFL-1.1', 'Apache-2.0', 'BSD-3-Clause'];
  expect(entries.filter(([, license = '']) => !free.includes(license))).toEqual([]);
});

describe('what search engines are told in their own words', () => {
  const graphOf = (wanted: string) => {
    const { elements = [] } = PAGES.find(({ file }) => file === wanted) ?? {};
    const data = elements.find((element) => attributeOf(element, 'type') === 'application/ld+json');
    return data && (JSON.parse(textOf(data)) as { '@graph': Record<string, unknown>[] })['@graph'];
  };
  const [company] = graphOf('index.html') ?? [];

  test('is who the company is, how to reach it and what it offers', () => {
    expect(company).toMatchObject({
      '@type': 'LocalBusiness',
      name: COMPANY.name,
      telephone: ['+5549900000000', '+554930000000'],
      address: { '@type': 'PostalAddress', addressLocality: 'Lages', addressCountry: 'BR' },
    });
    expect(company?.['makesOffer']).toHaveLength(6);
  });

  test('names each plan, who offers it and the way to it', () => {
    const [plan, breadcrumbs] = graphOf('planos/tecnologia.html') ?? [];
    const url = `${environment.SITE_URL}/planos/tecnologia`;
    expect(plan).toMatchObject({ '@type': 'Service', url });
    // By its @id, the company that the home page describes.
    expect(plan?.['provider']).toMatchObject({ '@id': company?.['@id'], name: COMPANY.name });
    const steps = breadcrumbs?.['itemListElement'] as { item: string }[];
    expect(steps.map(({ item }) => item).slice(1)).toEqual([`${environment.SITE_URL}/planos`, url]);
  });
});
