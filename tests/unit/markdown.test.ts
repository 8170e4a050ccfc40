/** What an editor's Markdown becomes on a plan's page. */
import { describe, expect, test } from 'vitest';
import { kindOfLink } from '../../src/markdown/links.ts';
import { planMarkdown } from '../../src/markdown/processor.ts';

async function html(markdown: string, base = '/'): Promise<string> {
  const { render } = await planMarkdown(base).createRenderer({ syntaxHighlight: false });
  return (await render(markdown)).code.trim();
}

test('headings, lists, bold, italics and links are what they look like', async () => {
  expect(await html('## Título\n\n- um **forte**\n- dois *leve*\n\n1. [Planos](/planos)')).toBe(
    [
      '<h2 id="texto-1">Título</h2>',
      '<ul>',
      '<li>um <strong>forte</strong></li>',
      '<li>dois <em>leve</em></li>',
      '</ul>',
      '<ol>',
      '<li><a href="/planos">Planos</a></li>',
      '</ol>',
    ].join('\n'),
  );
});

describe('HTML is shown, never run', () => {
  test.each([
    ['a script', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['a handler', 'a <img onerror=x()> b', '<p>a &lt;img onerror=x()&gt; b</p>'],
    ['bold by tags', '<b>oi</b>', '<p>&lt;b&gt;oi&lt;/b&gt;</p>'],
    ['a block', '<div>\n\noi', '<p>&lt;div&gt;</p>\n<p>oi</p>'],
    ['a tag in a list', '- <i>oi', '<ul>\n<li>&lt;i&gt;oi</li>\n</ul>'],
    ['a tag in a heading', '## <svg/onload=x>', '<h2 id="texto-1">&lt;svg/onload=x&gt;</h2>'],
    ['an entity', '&lt;script&gt;', '<p>&lt;script&gt;</p>'],
    ['code by spaces', '    <script>x</script>', '<p>&lt;script&gt;x&lt;/script&gt;</p>'],
    ['code by fences', '```html\n<script>\n```', '<p>&lt;script&gt;</p>'],
  ])('%s', async (_title, markdown, expected) => {
    expect(await html(markdown)).toBe(expected);
  });

  test.each([
    ['antes <!-- nota --> depois\n\n<!-- outra -->', '<p>antes  depois</p>'],
    ['<!-- nota --> um **texto**', '<p>um <strong>texto</strong></p>'],
    ['<!-- nota -->    um texto', '<p>um texto</p>'],
    ['- <!-- nota --> item', '<ul>\n<li>item</li>\n</ul>'],
    ['antes\n\n<!-- nota\n\nde dois parágrafos -->\ndepois', '<p>antes</p>\n<p>depois</p>'],
    ['<!-- um --> a <!-- dois --> b', '<p>a  b</p>'],
  ])('the comment in %j stays out of sight', async (markdown, expected) => {
    expect(await html(markdown)).toBe(expected);
  });
});

test('a table is a table, without the inline styles that the policy forbids', async () => {
  const table = await html('| a | b |\n|---|:-:|\n| **c** | [d](/planos) |');
  expect(table.replaceAll('\n', '')).toBe(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead>' +
      '<tbody><tr><td><strong>c</strong></td><td><a href="/planos">d</a></td></tr></tbody></table>',
  );
});

test('no heading takes the id of a part of the page', async () => {
  expect(await html('## Conteúdo\n\n## Conteúdo')).toBe(
    '<h2 id="texto-1">Conteúdo</h2>\n<h2 id="texto-2">Conteúdo</h2>',
  );
});

describe('a dangerous link keeps its text and leads nowhere', () => {
  test.each([
    '[ver](javascript:alert(1))',
    '[ver](JaVaScRiPt:alert(1))',
    '[ver](java&#115;cript:alert(1))',
    '[ver](<java\tscript:alert(1)>)',
    '[ver](data:text/html;base64,PHNjcmlwdD4=)',
    '[ver](vbscript:x)',
    '[ver](file:///etc/passwd)',
    '[ver][x]\n\n[x]: javascript:alert(1)',
    '[ver](contato)',
  ])('%s', async (markdown) => {
    expect(await html(markdown)).toBe('<p>ver</p>');
  });
});

describe('a link that leaves the site tells the other side nothing', () => {
  test.each([
    ['https://exemplo.com/a', ' rel="noopener noreferrer"'],
    ['http://exemplo.com', ' rel="noopener noreferrer"'],
    ['//exemplo.com', ' rel="noopener noreferrer"'],
    ['mailto:a@b.example', ''],
    ['/planos', ''],
  ])('%s has%s', async (url, rel) => {
    expect(await html(`[ver](<${url}>)`)).toBe(`<p><a href="${url}"${rel}>ver</a></p>`);
  });

  test.each([
    ['www.exemplo.com', 'https://www.exemplo.com" rel="noopener noreferrer'],
    ['exemplo.com.br/a', 'https://exemplo.com.br/a" rel="noopener noreferrer'],
    ['a@b.example', 'mailto:a@b.example'],
  ])('also where people write it as %s', async (url, href) => {
    expect(await html(`[ver](${url})`)).toBe(`<p><a href="${href}">ver</a></p>`);
  });
});

describe('a link within the site works wherever the site is deployed', () => {
  test.each([
    ['/', '/planos', '/planos'],
    ['/', '/', '/'],
    ['/', '/planos/', '/planos'],
    ['/', '/planos/#a', '/planos#a'],
    ['/', '/#contato', '/#contato'],
    ['/site', '/planos/tecnologia', '/site/planos/tecnologia'],
    ['/site/', '/#contato', '/site/#contato'],
    ['/site', '#aqui', '#aqui'],
  ])('below %s, %s becomes %s', async (base, address, expected) => {
    expect(await html(`[ver](${address})`, base)).toBe(`<p><a href="${expected}">ver</a></p>`);
  });
});

describe('headings start below the page’s own and skip no level', () => {
  test.each([
    ['# A\n\n## B\n\n# C', ['h2', 'h3', 'h2']],
    ['## A\n\n### B', ['h2', 'h3']],
    ['### A\n\n### B', ['h2', 'h2']],
    ['## A\n\n##### B\n\n### C', ['h2', 'h3', 'h3']],
    ['###### A\n\n# B', ['h2', 'h2']],
  ])('%j', async (markdown, levels) => {
    const found = [...(await html(markdown)).matchAll(/<(h\d)/g)].map(([, level]) => level);
    expect(found).toEqual(levels);
  });
});

test('an image of another site becomes its description', async () => {
  expect(await html('![Uma foto](https://exemplo.com/a.png) ![](data:image/png;base64,x)')).toBe(
    '<p>Uma foto </p>',
  );
});

test('a link is sorted as a browser would read it', () => {
  const kinds = {
    external: ['https://a.example', '//a.example', '/\\a.example'],
    internal: ['/a', '#a'],
    contact: ['mailto:a@b.example', 'tel:1', 'sms:1'],
    forbidden: ['a', ' javascript:alert(1)', 'java\tscript:alert(1)', 'https://'],
  };
  for (const [kind, links] of Object.entries(kinds)) {
    for (const link of links) expect(kindOfLink(link), link).toBe(kind);
  }
});
