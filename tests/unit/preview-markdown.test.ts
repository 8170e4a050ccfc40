/** The preview's Markdown, in JavaScript, against the build's, which is a native program. */
import { parseFragment, serialize } from 'parse5';
import { beforeAll, expect, test, vi } from 'vitest';

type Render = (text: string, options: never) => Promise<{ code: string }>;

const renderer = async (): Promise<Render> => {
  vi.resetModules();
  const { planMarkdown } = await import('../../src/markdown/processor.ts');
  return (await planMarkdown('/site').createRenderer({})).render;
};

let built: Render;
let previewed: Render;

beforeAll(async () => {
  built = await renderer();
  const standIn = () => import('../../src/editor/preview/satteri.ts');
  vi.doMock('satteri', standIn);
  vi.doMock('@astrojs/markdown-satteri', standIn);
  previewed = await renderer();
});

const html = async (render: Render, text: string): Promise<string> =>
  serialize(parseFragment((await render(text, {} as never)).code.trim()));

test.each([
  '## Um\n\ntexto **negrito** e *itálico*, `código`\nlinha 2  \nlinha 3',
  '# A\n### B\n#### C\n\nSet\n===\n\nD\n---',
  '- a\n- b\n\n  c\n1. x\n2. y\n\n* d\n    * e\n\n1) f',
  '> cita\n> b\n\n- x\n\n***',
  'd\'água, "aspas", \'simples\' -- traço --- longo... 10--20, "*x*" (“y”)',
  '<b>oi</b> <div>\nbloco\n</div>\n\nx <script>alert(1)</script> a & b < c &amp; &copy;',
  '    indentado\n\n```js\ncerca\n```',
  '[a](/planos/) [b](https://x.example/y) [c](javascript:alert) [d](#x) <https://x.example>',
  '[ref]\n\n[ref]: /planos "Título"\n\n[e](</a b> "t\'x")',
  'fora ![y](https://z.example/a.png)',
  'x<!-- nota -->y\n\n<!-- outra\nnota -->\n\nz',
  '| a | b |\n|:--|--:|\n| 1 | **2** |',
  'a\\*b\\* _c_d',
])('the preview shows %j as the build does', async (text) => {
  expect(await html(previewed, text)).toBe(await html(built, text));
});
