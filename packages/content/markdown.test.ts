/** How an editor's Markdown renders on a page. */
import { parseFragment, serialize } from 'parse5';
import { expect, test } from 'vitest';
import { readBody } from './body.ts';

function html(text: string, base = '/'): string {
  return serialize(parseFragment(readBody({ text, firstLine: 1 }, base).html.trim()));
}

test.each([
  ['lines', 'uma\nduas  \ntrês', '<p>uma<br>\nduas<br>\ntrês</p>'],
  ['lists', '1. a\n    * b', '<ol>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>'],
  ['quotes', 'd\'água, "aspas" \'e\' "*x*"', '<p>d’água, “aspas” ‘e’ “<em>x</em>”</p>'],
  ['dashes and dots', 'a -- b --- c...', '<p>a – b — c…</p>'],
  ['code', 'a `código` b', '<p>a <code>código</code> b</p>'],
  ['a reference', '[x]\n\n[x]: /a "Título"', '<p><a href="/a" title="Título">x</a></p>'],
  [
    'words that no line divides',
    'Um e-mail por R$ 1.500,00',
    '<p>Um <span class="unbroken">e-mail</span> por <span class="unbroken">R$ 1.500,00</span></p>',
  ],
  [
    'words that belong together',
    'Com a gente: CNPJ 12, art. 7',
    '<p>Com a&nbsp;gente: CNPJ&nbsp;12, art.&nbsp;7</p>',
  ],
  ['escapes', 'a\\*b\\* _c_d', '<p>a*b* _c_d</p>'],
  // No heading gets an id that the page uses.
  ['headings', '## Conteúdo\n\n## A', '<h2 id="texto-1">Conteúdo</h2>\n<h2 id="texto-2">A</h2>'],
  ['an image of another site', '![Foto](https://x.com/a.png)![](data:image/png,x)', '<p>Foto</p>'],
])('%s: %j', (_title, markdown, expected) => {
  expect(html(markdown)).toBe(expected);
});

test.each([
  ['a script', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['a handler', 'a <img onerror=x()> b', '<p>a &lt;img onerror=x()&gt; b</p>'],
  ['a tag in a list', '- <i>oi', '<ul>\n<li>&lt;i&gt;oi</li>\n</ul>'],
  ['a tag in a heading', '## <svg/onload=x>', '<h2 id="texto-1">&lt;svg/onload=x&gt;</h2>'],
  ['an entity', '&lt;script&gt;', '<p>&lt;script&gt;</p>'],
  ['code by spaces', '    <script>x</script>', '<p>&lt;script&gt;x&lt;/script&gt;</p>'],
  ['code by fences', '```html\n<script>\n```', '<p>&lt;script&gt;</p>'],
])('an attacker’s HTML is shown as text: %s', (_title, markdown, expected) => {
  expect(html(markdown)).toBe(expected);
});

test('a table renders without the inline styles that the policy forbids', () => {
  const table = html('| a | b |\n|---|:-:|\n| **c** | [d](/planos) |');
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
])('the dangerous link %j keeps its text and loses its target', (markdown) => {
  expect(html(markdown)).toBe('<p>ver</p>');
});

const OUTSIDE = ' rel="noreferrer"';

test.each([
  ['/', 'https://exemplo.com/a', 'https://exemplo.com/a', OUTSIDE],
  ['/', '//exemplo.com', '//exemplo.com', OUTSIDE],
  ['/', 'www.exemplo.com', 'https://www.exemplo.com', OUTSIDE],
  ['/', 'exemplo.com.br/a', 'https://exemplo.com.br/a', OUTSIDE],
  ['/', 'a@b.example', 'mailto:a@b.example', ''],
  ['/', 'sms:1', 'sms:1', ''],
  ['/', 'http://exemplo.com', 'https://exemplo.com', OUTSIDE],
  ['/', '/', '/', ''],
  ['/', '/planos/#a', '/planos#a', ''],
  ['/site', '/planos/', '/site/planos', ''],
  ['/site/', '/#contato', '/site/#contato', ''],
  ['/site', '#aqui', '#aqui', ''],
])('below %s, a link to %s leads to %s, and external links send no referrer', (...row) => {
  const [base, url, href, attribute] = row;
  expect(html(`[ver](<${url}>)`, base)).toBe(`<p><a href="${href}"${attribute}>ver</a></p>`);
});

test.each([
  ['# A\n\n## B\n\n# C', ['h2', 'h3', 'h2']],
  ['### A\n\n### B', ['h2', 'h2']],
  ['## A\n\n##### B\n\n### C', ['h2', 'h3', 'h3']],
  ['###### A\n\n# B', ['h2', 'h2']],
])('headings start below the page’s own and skip no level: %j', (markdown, levels) => {
  const found = [...html(markdown).matchAll(/<(h\d)/g)].map(([, level]) => level);
  expect(found).toEqual(levels);
});
