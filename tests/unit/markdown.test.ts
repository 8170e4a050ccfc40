/** What an editor's Markdown becomes on a plan's page: by the build, and in the editor's preview. */
import { parseFragment, serialize } from 'parse5';
import { expect, test, vi } from 'vitest';

/** The project's rules with Sätteri, or with what stands in for that native program in a browser. */
async function processor() {
  vi.resetModules();
  return (await import('../../src/markdown/processor.ts')).planMarkdown;
}

const planMarkdown = await processor();
const standIn = () => import('../../src/editor/preview/satteri.ts');
vi.doMock('satteri', standIn);
vi.doMock('@astrojs/markdown-satteri', standIn);
const previewMarkdown = await processor();

async function render(plan: typeof planMarkdown, markdown: string, base: string): Promise<string> {
  const renderer = await plan(base).createRenderer({ syntaxHighlight: false });
  const { code } = await renderer.render(markdown);
  return serialize(parseFragment(code.trim()));
}

/** What a text becomes, in the build and in the preview alike. */
async function html(markdown: string, base = '/'): Promise<string> {
  const built = await render(planMarkdown, markdown, base);
  expect(await render(previewMarkdown, markdown, base), 'in the preview').toBe(built);
  return built;
}

test.each([
  ['lines', 'uma\nduas  \ntrês', '<p>uma\nduas<br>\ntrês</p>'],
  ['lists', '1. a\n    * b', '<ol>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>'],
  ['quotes', 'd\'água, "aspas" \'e\' "*x*"', '<p>d’água, “aspas” ‘e’ “<em>x</em>”</p>'],
  ['dashes and dots', 'a -- b --- c...', '<p>a – b — c…</p>'],
  ['code', 'a `código` b', '<p>a <code>código</code> b</p>'],
  ['a reference', '[x]\n\n[x]: /a "Título"', '<p><a href="/a" title="Título">x</a></p>'],
  ['escapes', 'a\\*b\\* _c_d', '<p>a*b* _c_d</p>'],
  // No id is that of a part of the page.
  ['headings', '## Conteúdo\n\n## A', '<h2 id="texto-1">Conteúdo</h2>\n<h2 id="texto-2">A</h2>'],
  ['an image of another site', '![Foto](https://x.com/a.png)![](data:image/png,x)', '<p>Foto</p>'],
])('%s: %j', async (_title, markdown, expected) => {
  expect(await html(markdown)).toBe(expected);
});

test.each([
  ['a script', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['a handler', 'a <img onerror=x()> b', '<p>a &lt;img onerror=x()&gt; b</p>'],
  ['a tag in a list', '- <i>oi', '<ul>\n<li>&lt;i&gt;oi</li>\n</ul>'],
  ['a tag in a heading', '## <svg/onload=x>', '<h2 id="texto-1">&lt;svg/onload=x&gt;</h2>'],
  ['an entity', '&lt;script&gt;', '<p>&lt;script&gt;</p>'],
  ['code by spaces', '    <script>x</script>', '<p>&lt;script&gt;x&lt;/script&gt;</p>'],
  ['code by fences', '```html\n<script>\n```', '<p>&lt;script&gt;</p>'],
])('HTML is shown, never run: %s', async (_title, markdown, expected) => {
  expect(await html(markdown)).toBe(expected);
});

test.each([
  ['antes <!-- nota --> depois\n\n<!-- outra -->', '<p>antes  depois</p>'],
  ['- <!-- nota -->    item', '<ul>\n<li>item</li>\n</ul>'],
  ['antes\n\n<!-- nota\n\nde dois parágrafos -->\ndepois', '<p>antes</p>\n<p>depois</p>'],
])('the comment in %j stays out of sight', async (markdown, expected) => {
  expect(await html(markdown)).toBe(expected);
});

test('a table is a table, without the inline styles that the policy forbids', async () => {
  const table = await html('| a | b |\n|---|:-:|\n| **c** | [d](/planos) |');
  expect(table.replaceAll('\n', '')).toBe(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead>' +
      '<tbody><tr><td><strong>c</strong></td><td><a href="/planos">d</a></td></tr></tbody></table>',
  );
});

test.each([
  '[ver](JaVaScRiPt:alert(1))',
  '[ver](java&#115;cript:alert(1))',
  '[ver](<java\tscript:alert(1)>)',
  '[ver](data:text/html;base64,PHNjcmlwdD4=)',
  '[ver][x]\n\n[x]: javascript:alert(1)',
  '[ver](contato)',
])('the dangerous link %j keeps its text and leads nowhere', async (markdown) => {
  expect(await html(markdown)).toBe('<p>ver</p>');
});

const OUTSIDE = ' rel="noopener noreferrer"';

test.each([
  ['/', 'https://exemplo.com/a', 'https://exemplo.com/a', OUTSIDE],
  ['/', '//exemplo.com', '//exemplo.com', OUTSIDE],
  ['/', 'www.exemplo.com', 'https://www.exemplo.com', OUTSIDE],
  ['/', 'exemplo.com.br/a', 'https://exemplo.com.br/a', OUTSIDE],
  ['/', 'a@b.example', 'mailto:a@b.example', ''],
  ['/', 'sms:1', 'sms:1', ''],
  ['/', '/', '/', ''],
  ['/', '/planos/#a', '/planos#a', ''],
  ['/site', '/planos/', '/site/planos', ''],
  ['/site/', '/#contato', '/site/#contato', ''],
  ['/site', '#aqui', '#aqui', ''],
])('below %s, a link to %s leads to %s, and tells another site nothing', async (...row) => {
  const [base, url, href, attribute] = row;
  expect(await html(`[ver](<${url}>)`, base)).toBe(`<p><a href="${href}"${attribute}>ver</a></p>`);
});

test.each([
  ['# A\n\n## B\n\n# C', ['h2', 'h3', 'h2']],
  ['### A\n\n### B', ['h2', 'h2']],
  ['## A\n\n##### B\n\n### C', ['h2', 'h3', 'h3']],
  ['###### A\n\n# B', ['h2', 'h2']],
])('headings start below the page’s own and skip no level: %j', async (markdown, levels) => {
  const found = [...(await html(markdown)).matchAll(/<(h\d)/g)].map(([, level]) => level);
  expect(found).toEqual(levels);
});
