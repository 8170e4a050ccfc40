import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { luminance } from '../../scripts/brand/contrast.ts';
import { contentSecurityPolicy } from '../../src/lib/content-security-policy.ts';
import { readEnvironment } from '../../src/lib/environment.ts';
import { readTokens, token } from '../../src/lib/tokens.ts';
import { COLLECTIONS } from '../../src/schemas/collections.ts';
import { TEST_BUILDS, type TestBuild } from '../support/builds.ts';
import { contentOf } from '../support/frozen-content.ts';
import { builtPages, BUILD, contentsOf, pairsIn, read, SITE_URL } from '../support/pages.ts';

const { folder } = BUILD;
const PAGES = builtPages(folder);

/** Luminance at a contrast of 3:1 to white, and to black: WCAG 2.2, 1.4.11. */
const MAX_LUMINANCE_ON_WHITE = 0.3;
const MIN_LUMINANCE_ON_BLACK = 0.1;

test('a line that ends in a plain field ends on the page', () => {
  const html = readFileSync(`${TEST_BUILDS.complete.folder}/planos.html`, 'utf8');
  expect(html).toContain('“Explicaram tudo.<br>Recomendo.”');
});

test('the browser’s toolbar has the colour of the page in both themes', () => {
  const { light, dark } = readTokens(readFileSync('src/brand/tokens.css', 'utf8'));
  for (const page of PAGES) {
    const colors = [light, dark].map((tokens) => token(tokens, '--color-surface'));
    expect(contentsOf(page, 'name', 'theme-color')).toEqual(colors);
  }
});

test('a text page cannot take a path that the site already serves', () => {
  const own = [...contentOf(COLLECTIONS.textPages).keys()];
  // Hosts only leave out the file extension of pages.
  const served = globSync(['*.html', '*/'], { cwd: folder })
    .filter((name) => !existsSync(`public/${name}`))
    .map((name) => basename(name, '.html'));
  const nameable = served.filter((name) => /^[a-z0-9-]+$/.test(name) && !own.includes(name));
  expect(COLLECTIONS.textPages.pages.takenIds).toEqual(expect.arrayContaining(nameable));
});

test('the tab shows the mark, dark on a light toolbar, light on a dark one', () => {
  const [, icon = ''] = /rel="icon" href='([^']*)'/.exec(read('index.html')) ?? [];
  const mark = readFileSync('src/brand/mark.svg', 'utf8');
  const [, shapes = ''] = /<svg[^>]*>([^]+)<\/svg>/.exec(mark) ?? [];
  expect(shapes).not.toBe('');
  expect(decodeURIComponent(icon)).toContain(shapes.replaceAll(/\s+/g, ' ').trim());
  const colors = /svg{color:%23(\w+).*dark\){svg{color:%23(\w+)/;
  const [, light, dark] = colors.exec(icon) ?? [];
  expect(luminance(`#${light}`)).toBeLessThan(MAX_LUMINANCE_ON_WHITE);
  expect(luminance(`#${dark}`)).toBeGreaterThan(MIN_LUMINANCE_ON_BLACK);
});

/** Sources that admit whoever writes into a page, or any host. */
const OPEN_SOURCES = /'(?:unsafe-\S+|strict-dynamic)'|(?<=[ ;])(?:\*|\w+:)(?=[ ;]|$)/g;

test.each<[string, TestBuild]>([
  ['with a backend in .env.local', BUILD],
  ['with a backend in .env.production', TEST_BUILDS.complete],
  ['without', TEST_BUILDS.subpath],
])('pages of a site %s load, run and send only what its policy lists', (_, build) => {
  const { directives = [], scriptDirective } = contentSecurityPolicy(
    readEnvironment(build.environment),
  );
  const scripts = (scriptDirective?.resources ?? ["'self'"]) as string[];
  const listed = [...directives, `script-src ${scripts.join(' ')}`, "style-src 'self'"].sort();
  expect(listed).toEqual(expect.arrayContaining(["base-uri 'none'", "default-src 'self'"]));
  // No text becomes HTML or code.
  expect(listed).toContain("require-trusted-types-for 'script'");
  expect(listed).toContain("trusted-types 'none'");
  // Drawings are inlined.
  expect(listed.join(';').match(OPEN_SOURCES)).toEqual(['data:']);
  for (const page of builtPages(build.folder)) {
    const policies = contentsOf(page, 'http-equiv', 'content-security-policy');
    // Each page adds the hashes of its own content: packages/finish/finish.test.ts.
    const found = policies.flatMap((it) => it?.replace(/ 'sha256-[^']+'/g, '').split(/; ?/));
    expect(found.sort(), page.file).toEqual(listed);
  }
});

test('a security researcher finds a contact, in a file that is valid for months', () => {
  const fields = pairsIn(read('.well-known/security.txt'), /^(\w+): (.*)$/gm);
  expect(fields).toMatchObject({
    Contact: expect.stringMatching(/^mailto:\S+@\S+$/) as string,
    Canonical: `${SITE_URL}/.well-known/security.txt`,
  });
  const daysLeft = (Date.parse(fields['Expires'] ?? '') - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(360);
  // RFC 9116 recommends less than a year.
  expect(daysLeft).toBeLessThan(366);
});

// Cloudflare's Email Address Obfuscation, on by default, hides addresses in a page's body.
test('a visitor behind Cloudflare reads and uses every e-mail address', () => {
  const email = /mailto:|[\w.+-]+@[\w-]+\.\w/;
  for (const { file, html } of PAGES) {
    const [, body = ''] = html.split(/(?=<body)/);
    expect(body).toMatch(email);
    expect(body.replace(/<!--email_off-->[^]*?<!--\/email_off-->/g, ''), file).not.toMatch(email);
  }
});
