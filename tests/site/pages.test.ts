import { existsSync, readFileSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import COMPANY from '../content/company.json' with { type: 'json' };
import HOME from '../content/pages/home.json' with { type: 'json' };
import PLAN_LIST from '../content/pages/plan-list.json' with { type: 'json' };
import { builtSiteObstacles } from '../../src/launch-check/built-site.ts';
import { readContentFile } from '../../src/content-files/files.ts';
import { attributeOf, textOf, type Element } from '../../src/lib/html.ts';
import { TEST_BUILDS, type TestBuild } from '../../scripts/test-builds.ts';
import { builtPages } from './support/pages.ts';

const { folder, environment } = TEST_BUILDS.configured;
const { SITE_URL } = environment;
const PAGES = builtPages(folder);
const read = (file: string) => readFileSync(`${folder}/${file}`, 'utf8');

/** What a file lists: what a pattern's second group matches, by what its first group matches. */
function pairsIn(text: string, pattern: RegExp): Record<string, string> {
  const pairs = Array.from(text.matchAll(pattern), ([, name, value]) => [name, value] as const);
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** The contents of a page's elements that carry an attribute with this value. */
function contentsOf(elements: Element[], attribute: string, value: string) {
  return elements
    .filter((element) => attributeOf(element, attribute) === value)
    .map((element) => attributeOf(element, 'content') ?? attributeOf(element, 'href'));
}

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
    // Counts headings inside <template>, which no one reads; axe counts the others.
    'heading-level': 'off',
    // The form's fieldset disables its fields together; it does not group some of them by meaning.
    'wcag/h71': 'off',
  },
});

test.each<TestBuild>([TEST_BUILDS.configured, TEST_BUILDS.subpath])(
  'no link in $folder is broken, lacks its part of a page or leaves the path of the site',
  ({ folder: site, base = '' }) => {
    expect(builtSiteObstacles(site, `${SITE_URL}${base}/`)).toEqual([]);
  },
);

test.each(PAGES)(
  '$file is valid HTML in Brazilian Portuguese',
  async ({ html, elements, file }) => {
    const { results } = await validator.validateString(html, file);
    expect(results.flatMap(({ messages }) => messages)).toEqual([]);
    const root = elements.find(({ tagName }) => tagName === 'html');
    expect(root && attributeOf(root, 'lang')).toBe('pt-BR');
  },
);

test('a site that names no repository has no editor', () => {
  expect(existsSync(`${TEST_BUILDS.unconfigured.folder}/admin`)).toBe(false);
});

test.each<[string, TestBuild, string]>([
  ['the site and the function', TEST_BUILDS.configured, ' http://backend.test/functions/v1/'],
  ['the site alone, where it has no backend', TEST_BUILDS.unconfigured, ''],
])('pages load and run only what is ours, and send data to %s', (_, build, functions) => {
  for (const { file, elements } of builtPages(build.folder)) {
    const policies = contentsOf(elements, 'http-equiv', 'content-security-policy');
    // Each page adds hashes of what it holds: tests/unit/build-steps.test.ts.
    const directives = policies.flatMap((it) => it?.replace(/ 'sha256-[^']+'/g, '').split(/; ?/));
    expect(directives.sort(), file).toEqual([
      "base-uri 'none'",
      `connect-src 'self'${functions}`,
      "default-src 'self'",
      `form-action 'self'${functions}`,
      "img-src 'self' data:",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "script-src 'self'",
      "style-src 'self'",
      "trusted-types 'none'",
    ]);
  }
});

describe('search engines and people who share a link', () => {
  const plan = readContentFile('tests/content/plans/tecnologia.md').data as {
    seo: typeof HOME.seo;
    detail: { name: string };
  };
  const listed = ['/', '/planos', '/planos/midia-social', '/planos/tecnologia'];

  test.each([
    ['index.html', '/', HOME.seo, 'inicio', HOME.hero.headline],
    ['planos.html', '/planos', PLAN_LIST.seo, 'planos', PLAN_LIST.heading],
    ['planos/tecnologia.html', listed[3], plan.seo, 'plano-tecnologia', plan.detail.name],
  ])('find %s under its one URL, with its preview', (file, path, seo, image, alt) => {
    const elements = PAGES.find((page) => page.file === file)?.elements ?? [];
    const url = `${SITE_URL}${path}`;
    expect(contentsOf(elements, 'rel', 'canonical')).toEqual([url]);
    expect(contentsOf(elements, 'name', 'description')).toEqual([seo.description]);
    expect(elements.filter(({ tagName }) => tagName === 'title').map(textOf)).toEqual([seo.title]);

    const previews = elements
      .map((element) => [
        attributeOf(element, 'property') ?? attributeOf(element, 'name'),
        attributeOf(element, 'content'),
      ])
      .filter(([name]) => /^(?:og|twitter):/.test(name ?? ''));
    expect(Object.fromEntries(previews)).toEqual({
      'og:type': 'website',
      'og:locale': 'pt_BR',
      'og:site_name': COMPANY.name,
      'og:title': seo.title,
      'og:description': seo.description,
      'og:url': url,
      'og:image': `${SITE_URL}/social/${image}.png`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': alt,
      'twitter:card': 'summary_large_image',
    });
  });

  test('find every page through robots.txt and the sitemap, and no not-found page', () => {
    const sitemap = `Sitemap: ${SITE_URL}/sitemap-index.xml\n`;
    expect(read('robots.txt')).toBe(`User-agent: *\nAllow: /\n\n${sitemap}`);
    expect(read('sitemap-index.xml')).toContain(`<loc>${SITE_URL}/sitemap-0.xml</loc>`);
    const urls = Array.from(read('sitemap-0.xml').matchAll(/<loc>(.*?)<\/loc>/g), ([, url]) => url);
    expect(urls.sort()).toEqual(listed.map((path) => SITE_URL + path));
    const hidden = PAGES.filter(({ elements }) =>
      contentsOf(elements, 'name', 'robots').includes('noindex'),
    );
    expect(hidden.map(({ file }) => file).sort()).toEqual(['404.html', 'planos/404.html']);
  });
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

  test.each(['planos.html', 'planos/tecnologia.html', 'planos/midia-social.html'])(
    'is what %s answers, word for word',
    (file) => {
      const faq = graphOf(file)?.find((thing) => thing['@type'] === 'FAQPage');
      const told = faq?.['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[];
      const shown = PAGES.find((page) => page.file === file)?.elements.filter(
        (element) => attributeOf(element, 'class') === 'question',
      );
      expect(shown).toHaveLength(3);
      expect(told.map(({ name, acceptedAnswer }) => name + acceptedAnswer.text)).toEqual(
        shown?.map(textOf),
      );
    },
  );

  test('names each plan, who offers it and the way to it', () => {
    const [plan, breadcrumbs] = graphOf('planos/tecnologia.html') ?? [];
    const url = `${SITE_URL}/planos/tecnologia`;
    expect(plan).toMatchObject({ '@type': 'Service', url });
    // By its @id, the company that the home page describes.
    expect(plan?.['provider']).toMatchObject({ '@id': company?.['@id'], name: COMPANY.name });
    const steps = breadcrumbs?.['itemListElement'] as { item: string }[];
    expect(steps.map(({ item }) => item).slice(1)).toEqual([`${SITE_URL}/planos`, url]);
  });
});

test('security researchers find whom to write to, in a file that is valid for months', () => {
  const fields = pairsIn(read('.well-known/security.txt'), /^(\w+): (.*)$/gm);
  expect(fields).toMatchObject({
    Contact: expect.stringMatching(/^mailto:\S+@\S+$/) as string,
    Canonical: `${SITE_URL}/.well-known/security.txt`,
  });
  const daysLeft = (Date.parse(fields['Expires'] ?? '') - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(360);
  // RFC 9116 asks for less than a year.
  expect(daysLeft).toBeLessThan(366);
});

test('everything that ships to visitors is in the licence list, under a free licence', () => {
  const licenses = pairsIn(read('licenses.txt'), /^## (\S+) - \S+ \((.*)\)$/gm);
  for (const name of [
    'react',
    'sonner',
    '@supabase/supabase-js',
    'astro',
    '@iconify-json/lucide',
  ]) {
    expect(licenses).toHaveProperty([name]);
  }
  const free = ['MIT', 'ISC', '0BSD', 'OFL-1.1', 'Apache-2.0', 'BSD-3-Clause'];
  expect(Object.values(licenses).filter((license) => !free.includes(license))).toEqual([]);
});

// Cloudflare's Email Address Obfuscation, on by default, hides addresses in a page's body.
test('Cloudflare leaves every e-mail address as a visitor can read and use it', () => {
  const email = /mailto:|[\w.+-]+@[\w-]+\.\w/;
  for (const { file, html } of PAGES) {
    const [, body = ''] = html.split(/(?=<body)/);
    expect(body).toMatch(email);
    expect(body.replace(/<!--email_off-->[^]*?<!--\/email_off-->/g, ''), file).not.toMatch(email);
  }
});
