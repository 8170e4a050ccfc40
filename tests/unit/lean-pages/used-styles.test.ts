import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cspHash } from '../../../src/hosting/content-security-policy.ts';
import { withUsedStyles } from '../../../src/lean-pages/used-styles.ts';

let scripts = '';

beforeAll(() => {
  scripts = mkdtempSync(join(tmpdir(), 'scripts-'));
  writeFileSync(join(scripts, 'Form.1.js'), 'import{t}from"./toast.2.js";t("failure-notice")');
  writeFileSync(
    join(scripts, 'toast.2.js'),
    'export const t=()=>({"data-sonner-toast":"",sheet:"/_astro/toast.3.css"})',
  );
  writeFileSync(join(scripts, 'toast.3.css'), '.toast{border-radius:var(--radius)}');
});

afterAll(() => {
  rmSync(scripts, { recursive: true });
});

function page(css: string, body: string, policy = ''): string {
  const meta = `<meta http-equiv="content-security-policy" content="${policy}">`;
  return `<html><head>${meta}<style>${css}</style></head><body>${body}</body></html>`;
}

test('a page keeps the rules for what stands on it, and loses those of other pages', async () => {
  const css = '.here{color:red}.elsewhere{color:blue}p{margin:0}table{margin:0}';
  const html = await withUsedStyles(page(css, '<p class="here there">elsewhere</p>'), scripts);
  expect(html).toContain('<style>.here{color:red}p{margin:0}</style>');
});

test('a page keeps the rules for states: focus, selection, an open menu, a failed field', async () => {
  const css =
    ':focus-visible{outline:1px}::selection{color:red}.menu[open] a{color:red}.field[aria-invalid=true]{color:red}';
  const body = `<details class="menu"><a href="/">x</a></details><input class="field">`;
  const island = '<astro-island component-url="/_astro/Form.1.js"></astro-island>';
  const html = await withUsedStyles(page(css, body + island), scripts);
  for (const rule of [':focus-visible', '::selection', '.menu[open] a', '.field']) {
    expect(html).toContain(rule);
  }
});

test('a page keeps the rules for what its islands will show, imported scripts included', async () => {
  const css = '.failure-notice{color:red}[data-sonner-toast]{color:red}.other{color:red}';
  const island = '<astro-island component-url="/_astro/Form.1.js"></astro-island>';
  const html = await withUsedStyles(page(css, island), scripts);
  expect(html).toContain('.failure-notice{color:red}[data-sonner-toast]{color:red}</style>');
});

test('a page keeps the tokens that a style sheet of its islands will ask for', async () => {
  const css = ':root{--radius:1rem;--unused:2rem}p{border-radius:var(--radius)}';
  const island = '<p></p><astro-island component-url="/_astro/Form.1.js"></astro-island>';
  const html = await withUsedStyles(page(css, island), scripts);
  expect(html).toContain(`<style>:root{--radius:1rem}p{border-radius:var(--radius)}</style>`);
});

test('a token that such a style sheet asks for keeps the one that it stands for', async () => {
  const css = ':root{--leaf:1rem}.on{--leaf:2rem;--radius:var(--leaf)}.off{margin:var(--leaf)}';
  const island =
    '<p class="on"></p><astro-island component-url="/_astro/Form.1.js"></astro-island>';
  const html = await withUsedStyles(page(css, island), scripts);
  expect(html).toContain('<style>:root{--leaf:1rem}.on{--leaf:2rem;--radius:var(--leaf)}</style>');
});

test("the page's policy allows the style that is left", async () => {
  const html = await withUsedStyles(
    page('p{margin:0}b{margin:0}', '<p>x</p>', "script-src 'self'; style-src 'self';"),
    scripts,
  );
  expect(html).toContain(`style-src 'self' '${cspHash('p{margin:0}')}';`);
});

test('a word of a script that only begins like a token stops no build', async () => {
  writeFileSync(join(scripts, 'Count.4.js'), 'for(let t=[1],n=0;t[n];)t[n]=--t[n+1]');
  const island = '<astro-island component-url="/_astro/Count.4.js"></astro-island>';
  const html = await withUsedStyles(page('p{margin:0}', `<p></p>${island}`), scripts);
  expect(html).toContain('<style>p{margin:0}</style>');
});
