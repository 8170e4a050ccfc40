import { readFileSync } from 'node:fs';
import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { TEST_BUILDS } from '../browser/support/builds.ts';
import { attributeOf, builtPages, textOf } from './support/pages.ts';

const { folder, environment } = TEST_BUILDS.configured;
const PAGES = builtPages(folder);
const LISTED = PAGES.filter(({ file }) => !file.endsWith('404.html'));

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
      .map(({ tagName }) => /^h([1-6])$/.exec(tagName)?.[1])
      .filter((level) => level !== undefined)
      .map(Number);
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries()) {
      expect(level - (levels[index - 1] ?? 0), `heading ${index + 1}`).toBeLessThanOrEqual(1);
    }
  });

  test('has one of each landmark: banner, navigation, main, footer', () => {
    for (const landmark of ['header', 'nav', 'main', 'footer']) {
      expect(named(landmark), landmark).toHaveLength(1);
    }
  });

  test('says its language, its title and what it is about', () => {
    expect(named('html').map((element) => attributeOf(element, 'lang'))).toEqual(['pt-BR']);
    expect(named('title').map(textOf)).toEqual([expect.stringMatching(/./)]);
    expect(meta('name', 'description')[0]).toMatch(/.{20,}/);
  });

  test('has no style attribute and no event handler, which its policy would ignore', () => {
    const forbidden = elements.flatMap(({ tagName, attrs }) =>
      attrs
        .filter(({ name }) => name === 'style' || name.startsWith('on'))
        .map(({ name }) => `<${tagName} ${name}>`),
    );
    expect(forbidden).toEqual([]);
  });

  test('carries a policy before anything that it governs, without unsafe-inline', () => {
    const policy = meta('http-equiv', 'content-security-policy')[0] ?? '';
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|http:\/\/(?!backend\.test\/functions\/v1\/)/);
    const first = elements.findIndex(({ tagName }) => /^(?:script|style|link)$/.test(tagName));
    const own = elements.findIndex((element) => attributeOf(element, 'http-equiv') !== undefined);
    expect(own).toBeLessThan(first);
  });
});

describe('search engines and people who share a link', () => {
  test.each(LISTED)('$file has its one address and a preview', ({ elements }) => {
    const value = (key: string, name: string, from: string) =>
      elements
        .filter((element) => attributeOf(element, key) === name)
        .map((element) => attributeOf(element, from))[0];
    const canonical = value('rel', 'canonical', 'href') ?? '';
    expect(canonical.startsWith(environment.SITE_URL)).toBe(true);
    expect(canonical).not.toMatch(/\.html|index|.\/$(?<!example\/)/);
    expect(value('property', 'og:url', 'content')).toBe(canonical);
    expect(value('property', 'og:title', 'content')).not.toBe('');
    expect(value('name', 'twitter:card', 'content')).toMatch(/^summary/);
  });

  test('find every page in the sitemap, and no other', () => {
    const sitemap = readFileSync(`${folder}/sitemap-0.xml`, 'utf8');
    const addresses = Array.from(sitemap.matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address);
    const canonicals = LISTED.map(({ elements }) => {
      const link = elements.find((element) => attributeOf(element, 'rel') === 'canonical');
      return link && attributeOf(link, 'href');
    });
    expect(addresses.sort()).toEqual(canonicals.sort());
  });

  test('find the sitemap through robots.txt', () => {
    const robots = readFileSync(`${folder}/robots.txt`, 'utf8');
    expect(robots).toContain(`Sitemap: ${environment.SITE_URL}/sitemap-index.xml`);
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
  const fields = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/) as [string, string]),
  );
  expect(fields['Contact']).toMatch(/^mailto:\S+@\S+$/);
  expect(fields['Canonical']).toBe(`${environment.SITE_URL}/.well-known/security.txt`);
  const daysLeft = (Date.parse(fields['Expires'] ?? '') - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(360);
  expect(daysLeft).toBeLessThan(366);
});

test('everything that ships to visitors stands in the licence list, under a free licence', () => {
  const list = readFileSync(`${folder}/licenses.txt`, 'utf8');
  const entries = Array.from(list.matchAll(/^## (\S+) - \S+ \((.*)\)$/gm), ([, name, license]) => ({
    name,
    license,
  }));
  const names = entries.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'react',
      'sonner',
      '@supabase/supabase-js',
      'astro',
      '@iconify-json/lucide',
    ]),
  );
  for (const { name, license } of entries) {
    expect(['MIT', 'ISC', '0BSD', 'OFL-1.1', 'Apache-2.0', 'BSD-3-Clause'], name).toContain(
      license,
    );
  }
});
