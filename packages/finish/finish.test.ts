/** How the build transforms finished pages, and when it stops rather than ship a broken one. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { describe, expect, test } from 'vitest';
import { finish } from './index.ts';
import { hashOf } from './policy.ts';
import { fitPolicy } from './policy-in-page.ts';
import { scriptsBehindFirstScreen } from './scripts-behind-first-screen.ts';
import { sonnerStyleFromFile } from './sonner-style.ts';

const FIRST_SCREEN_END = '<!--end-->';

describe('the policy of a page', () => {
  /** A page as Astro writes it, with a policy that lists the hashes of these scripts and styles. */
  function page(body: string, listed: string[] = []): string {
    const hashes = listed.map((text) => ` ${hashOf(text)}`).join('');
    const policy = `default-src 'self'; script-src 'self'${hashes}; style-src 'self'${hashes};`;
    return (
      '<!DOCTYPE html><html><head><meta charset="utf-8"><title>x</title>' +
      `<meta http-equiv="content-security-policy" content="${policy}"></head>` +
      `<body>${body}</body></html>`
    );
  }

  test('precedes what it governs and allows the page’s own scripts and styles, merged into one', () => {
    const body = '<script>one()</script><style>a{}</style><style>b{}</style>';
    const html = fitPolicy(page(body, ['one()', 'two()', 'a{}', 'b{}']), 'a.html');
    expect(html).toMatch(/<head><meta charset="utf-8"><meta http-equiv="content-security-policy"/);
    expect(html).toContain('<style>a{}b{}</style></head>');
    expect(html.match(/<style|http-equiv/g)).toHaveLength(2);
    for (const kept of ['one()', 'a{}b{}']) expect(html).toContain(hashOf(kept));
    for (const gone of ['two()', 'a{}', 'b{}']) expect(html).not.toContain(hashOf(gone));
  });

  test.each([
    ['<META CHARSET=utf-8>', '<META CHARSET=utf-8>'],
    ['', '<head>'],
  ])('precedes the title after any spelling of the encoding: %j', (charset, before) => {
    const html = page('<style>a{}</style>', ['a{}']).replace('<meta charset="utf-8">', charset);
    expect(fitPolicy(html, 'a.html')).toContain(`${before}<meta http-equiv="content-security`);
  });

  test('allows a script only as a script, and a style only as a style', () => {
    const html = page('<script>a{}</script>').replace("style-src 'self'", `$& ${hashOf('a{}')}`);
    expect(() => fitPolicy(html, 'a.html')).toThrow('a{}');
  });

  test.each([
    ['a script in an editor’s Markdown', '<script>evil()</script>'],
    ['a style in an editor’s Markdown', '<style>evil{}</style>'],
    ['an event handler', '<img alt="" onerror="evil()">'],
    ['a style attribute inside a template', '<template><p style="color:red">x</p></template>'],
  ])('stops the build over %s and names it', (_, body) => {
    expect(() => fitPolicy(page(body), 'planos/x.html')).toThrow(/planos\/x\.html holds.*\n.+/);
  });

  const STYLES = ['@import "https://a.example/b"', '@font-face{src:url(//a.example/b)}'];
  test.each([
    ['script-src', '<script src="https://a.example/b"></script>'],
    ['style-src', '<link rel="stylesheet" href="//a.example/b">'],
    ['style-src', `<style>${STYLES[0]}</style>`],
    ['font-src', `<style>${STYLES[1]}</style>`],
    ['img-src', '<img alt="" src="/b" srcset="/b 1x, https://a.example/b 2x">'],
    ['frame-src', '<iframe src="https://a.example/b"></iframe>'],
    ['form-action', '<form action="https://a.example/b"></form>'],
  ])(
    'stops the build over what %s forbids of another host, until its origin is listed: %s',
    (name, body) => {
      const own = page(body, STYLES).replace("default-src 'self'", "$&; form-action 'self'");
      expect(() => fitPolicy(own, 'a.html')).toThrow(`\n${name} https://a.example: <`);
      const listed = own.replaceAll("'self'", "'self' https://a.example");
      expect(() => fitPolicy(listed, 'a.html')).not.toThrow();
    },
  );
});

test('scripts move behind the first screen, except one with an ID', () => {
  const notice = `<p title="<script>"></p><script id="notice">0</script>`;
  const scripts = '<script>one()</script><script type="module">two("$&")</script>';
  const next = '<section>';
  const moved = scriptsBehindFirstScreen(
    `${scripts}${notice}${FIRST_SCREEN_END}${next}`,
    FIRST_SCREEN_END,
  );
  expect(moved).toBe(`${notice}${scripts}${next}`);
  expect(scriptsBehindFirstScreen(`${scripts}<section>`, FIRST_SCREEN_END)).toBe(
    `${scripts}<section>`,
  );
});

/** Runs the step on built pages; other files lie beside them. */
async function finished(files: Record<string, string>, pathnames: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'finish-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const licenses = { packages: [], files: {} };
  const done = finish({ firstScreenEnd: FIRST_SCREEN_END, licenses }).hooks['astro:build:done'];
  const pages = pathnames.map((pathname) => ({ pathname }));
  try {
    await done?.({ dir: pathToFileURL(`${folder}/`), pages } as Parameters<typeof done>[0]);
    return Object.keys(files).map((name) => readFileSync(join(folder, name), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a search engine’s verification file in public stays as it is; a page is finished', async () => {
  const google = 'google-site-verification: x';
  const head = '<head><title>x</title><meta http-equiv=content-security-policy content=a></head>';
  const island =
    '<astro-island uid="a" component-export="default" opts="{&quot;name&quot;:&quot;A&quot;,&quot;value&quot;:1}">';
  const pages = { 'index.html': head, 'a.html': head + island };
  const files = { 'google1234567890abcdef.html': google, 'licenses.txt': '', ...pages };
  const [verification, , ...done] = await finished(files, ['', 'a']);
  expect(verification).toBe(google);
  for (const html of done) expect(html).toMatch(/^<head><meta http-equiv/);
  expect(done[1]).toContain(
    '<astro-island component-export="default" opts="{&quot;value&quot;:1}">',
  );
});

describe('after an update, a developer sees the build stop and name the file to adapt', () => {
  test('over a page without a policy', () => {
    for (const html of ['<!DOCTYPE html>', '<head><meta charset="utf-8"></head>']) {
      expect(() => fitPolicy(html, 'a.html')).toThrow('a.html carries no');
    }
  });

  test('over a sonner that inserts its style differently, whatever its files are called', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sonner-'));
    const sonner = join(folder, 'node_modules/sonner');
    const input = join(folder, 'page.js');
    mkdirSync(sonner, { recursive: true });
    writeFileSync(join(sonner, 'package.json'), '{ "main": "lib.mjs" }');
    writeFileSync(input, 'import "sonner";');
    const building = (insertion: string) => {
      writeFileSync(join(sonner, 'lib.mjs'), `const __insertCSS = alert;\n${insertion}\n`);
      return build({
        ...{ configFile: false, logLevel: 'silent', root: folder },
        plugins: [sonnerStyleFromFile()],
        build: { write: false, rolldownOptions: { input } },
      });
    };
    expect(JSON.stringify(await building('__insertCSS("a{}");'))).not.toContain('a{}');
    const changed = building('__insertCSS(base + theme);');
    await expect(changed).rejects.toThrow('packages/finish/sonner-style.ts');
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['an Astro that names islands in another way', '<astro-island id="a">', 'finish/index.ts'],
    ['an Astro that leaves out their names', '<astro-island uid="a" opts="{}">', 'finish/index.ts'],
    ['a Vite that writes no licenses', '', 'licenses.txt'],
  ])('over %s', async (_release, island, message) => {
    const head = '<head><meta http-equiv=content-security-policy content=a></head>';
    await expect(finished({ 'index.html': head + island }, [''])).rejects.toThrow(message);
  });
});
