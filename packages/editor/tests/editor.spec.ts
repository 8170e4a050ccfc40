/** The real editor on a repository of its own, from the first click to the commit. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { readBody } from '@site/content/body';
import { FILE_FORMATS } from '@site/content/file-formats';
import SNIPPETS from '@site/content/markdown-snippets.json' with { type: 'json' };
import { FROZEN_CONTENT } from '@site/test-support/frozen-content';
import {
  expectClosed,
  openEntry,
  paste,
  patient,
  startEditor,
  untilWritten,
  WITH_EDITOR,
  withPreview,
} from './session.ts';
import { expect, test } from '@site/test-support/browser/fixtures';

test.use(WITH_EDITOR);

/** Saves, and waits for the list, which the editor opens only after it has written. */
async function save(page: Page): Promise<void> {
  // An icon that the slimmed font lacks would show as its name.
  const icons = page.locator('.material-symbols-outlined');
  const excess = await icons.evaluateAll((all) =>
    all.map((it) => it.scrollWidth - it.clientHeight),
  );
  expect(Math.max(...excess)).toBeLessThan(9);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expectClosed(page);
}

test('the editor refuses to save what the check rejects, says why, and saves the correction', async ({
  page,
}) => {
  const github = await startEditor(page, FROZEN_CONTENT, '_singletons/entries/site');
  const refusal = page.getByRole('alertdialog');
  await page.getByRole('button', { name: /Adicionar .*Aviso/ }).click();
  await page.getByRole('textbox', { name: 'Texto', exact: true }).fill('Fechados para o Natal.');
  const [first, last] = [0, 1].map((index) => page.locator('input[type=date]').nth(index));
  await first?.fill('2026-12-24');
  await last?.fill('2026-12-20');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await patient(refusal).toContainText('um último dia que não venha antes do primeiro');
  await expect(refusal).not.toContainText('Tente novamente');
  await expect(refusal).not.toContainText('notices');
  await refusal.getByRole('button', { name: 'OK' }).click();
  await last?.fill('2026-12-26');
  await save(page);
  expect(github.read('pages/site.json')).toContain('"until": "2026-12-26"');
  expect(github.read('pages/site.json')).not.toContain('__sc_');
});

/** Every notation, much of which the library reformats or takes for text. */
const NOTATIONS = Object.keys(SNIPPETS).filter((text) => {
  const { issues, images, links } = readBody({ text, firstLine: 1 }, '/');
  const isOpen = links.every(({ url }) => /^(?:\/planos$|https?:|mailto:)/.test(url));
  return isOpen && issues.length + images.length === 0 && !text.includes('<script>');
});

const wordItem = (level: number, marker: string, text: string) =>
  `<p style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${marker}<span>&nbsp; </span></span><![endif]>${text}</p>`;

/** Pieces of Word, Google Docs, Outlook, ChatGPT and the web. */
const FROM_ELSEWHERE = [
  '<p><b>Já <i>hoje</i> </b>de <s>R$ 150</s> por R$ 99, <strike>ontem</strike> <span style="text-decoration-line: underline line-through">hoje</span>, H<sub>2</sub>O, 20 m<sup>2</sup>, 1<sup>o</sup></p>',
  wordItem(1, '·', '<b>Visitas</b>'),
  wordItem(2, 'o', 'em Lages'),
  wordItem(1, '·', 'Suporte'),
  '<p>+ de 500 clientes<br>duas linhas</p>',
  wordItem(1, '1.', 'primeiro'),
  wordItem(2, '§', 'parte'),
  wordItem(1, '·', 'outra lista'),
  '<p>Cláusula:</p>',
  wordItem(1, '2.', 'segunda'),
  wordItem(2, 'a)', 'alínea'),
  wordItem(1, '3.', 'terceira'),
  '<ol start="9"><li style="list-style-type:upper-roman">um</li></ol>',
  '<ol><li><p>Prazo</p><ol type="a" start="2"><li><p>um</p></li><li>dois</li></ol></li></ol>',
  wordItem(1, '1.', 'um'),
  wordItem(1, '3.', 'três'),
  '<p>Online:</p><ul><li>Café<br><br>forte</li><ul><li>preto</li></ul></ul>',
  '<blockquote><div><p>Primeira frase.</p><p>Segunda frase.</p></div></blockquote>',
  '<ul><li role="checkbox" aria-checked="false"><img alt="unchecked" aria-roledescription="caixa de seleção"><p>tarefa</p></li></ul>',
  '<h2>Um<br>título</h2><img src="https://x.com.br/a.png">',
].join('\n');
const AS_MARKDOWN = `**Já _hoje_** de ~~R$ 150~~ por R$ 99, ~~ontem~~ ~~hoje~~, H₂O, 20 m², 1º

- **Visitas**
    - em Lages
- Suporte

\\+ de 500 clientes
duas linhas

1. primeiro
    - parte

- outra lista

Cláusula:

2. segunda

a) alínea

3. terceira

IX. um

1\\. Prazo

b) um

c) dois

1\\. um

3\\. três

Online:

- Café
forte
    - preto

> Primeira frase.
>
> Segunda frase.

- tarefa

## Um título`;

/** Pastes, and waits for the form: the library takes a moment to write Markdown. */
function pasteAndWait(page: Page, data: Record<string, string>): Promise<void> {
  return untilWritten(page, /"value":"[^"]/, () => paste(page, data));
}

/** Firefox leaves out what the event is made with. */
function ignoreClipboardData(): void {
  window.ClipboardEvent = class ClipboardEvent extends window.ClipboardEvent {
    constructor(type: string, init?: ClipboardEventInit) {
      super(type, { ...init, clipboardData: new DataTransfer() });
    }
  };
}

/** Takes the place of the whole text. */
async function clear(page: Page): Promise<void> {
  await page.locator('.lexical-root').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
}

test('what an editor pastes and types is on the page as the form shows it, in a browser that copies no clipboard too', async ({
  page,
  context,
}) => {
  await context.addInitScript(ignoreClipboardData);
  const github = await startEditor(page, FROZEN_CONTENT, 'plans/entries/tecnologia');
  const saved = () => github.read('plans/tecnologia.md').split('---\n').at(-1);
  const body = page.locator('.lexical-root');
  const open = async (): Promise<void> => {
    await openEntry(page, 'plans/entries/tecnologia');
    await patient(body).not.toBeEmpty();
  };
  await patient(body).not.toBeEmpty();
  await clear(page);
  const parts = [
    '<table><tr><td>Uma</td></tr><tr><td>coluna</td></tr></table>',
    '<p>C:\\Temp, servidor\\pasta<a href="#_ftn1">[1]</a>, <code>x</code>, pre<i>meio</i>pos, <b>a_b</b> _</p>',
    '<p>&gt; 10 anos</p><p>Assinatura: ______, __/__/____</p>',
    '<blockquote>10 anos</blockquote>',
    '<p>https://x.com/a_b_c <a href="https://x.com/a_b_c">aqui</a></p>',
    '<table><tr><td>A|B</td><td>C</td></tr><tr><td>1</td><td>2</td></tr></table><p>fim</p>',
  ];
  await pasteAndWait(page, { 'text/html': parts.join('') });
  await body.locator('td').last().click();
  await page.keyboard.type('\\nova|');
  await page.keyboard.press('Enter');
  await page.keyboard.type('linha');
  await patient(body.locator('td').last()).toContainText('linha');
  await body.locator('p', { hasText: /^fim$/ }).click();
  await page.keyboard.press('End');
  for (const line of ['01. Zero à esquerda', '10*20*30', '+ de 500', '2012. Início', '>10 anos']) {
    await page.keyboard.press('Enter');
    await page.keyboard.type(line);
  }
  await save(page);
  const written = `
Uma

coluna

C:\\\\Temp, servidor\\\\pasta[1], \`x\`, pre*meio*pos, **a_b** \\_

\\> 10 anos

Assinatura: \\_\\_\\_\\_\\_\\_, \\_\\_/\\_\\_/\\_\\_\\_\\_

> 10 anos

https://x.com/a_b_c [aqui](https://x.com/a_b_c)

| A&#124;B | C |
| --- | --- |
| 1 | 2\\\\nova&#124; linha |

fim

01\\. Zero à esquerda

10\\*20\\*30

\\+ de 500

2012\\. Início

\\>10 anos`;
  expect(saved()).toBe(`${written}\n`);

  await open();
  await body.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('!');
  await save(page);
  expect(saved()).toBe(`${written}!\n`);

  for (const text of ['CNPJ:12.345.678/0001-90', 'C:\\Temp']) {
    await open();
    await clear(page);
    await pasteAndWait(page, { 'text/plain': text });
    await expect(body.locator('a')).toHaveCount(0);
    await expect(body).toHaveText(text);
  }
  await open();
  await clear(page);
  const whatsApp = JSON.stringify({ namespace: 'WhatsApp', nodes: [] });
  await pasteAndWait(page, { 'application/x-lexical-editor': whatsApp, 'text/plain': '*oi*' });
  await patient(body.locator('strong')).toHaveText('oi');
});

/** Keeps the tab busy after a click, so that the next key comes before the browser tells where the cursor is. */
function beSlow(): void {
  document.addEventListener('mouseup', () => {
    for (const end = performance.now() + 700; performance.now() < end;);
  });
}

test('buttons and keys act where the last click was, in an untouched text and in a busy tab', async ({
  page,
}) => {
  const folder = test.info().outputPath('content');
  cpSync(FROZEN_CONTENT, folder, { recursive: true });
  const plan = join(folder, 'plans/tecnologia.md');
  const [, fields = ''] = readFileSync(plan, 'utf8').split('---\n');
  writeFileSync(plan, `---\n${fields}---\n\n[Ligue](tel:+554930000000) já\n`);
  await startEditor(page, folder, 'plans/entries/tecnologia');
  const body = page.locator('.lexical-root');
  await patient(body).toHaveText('Ligue já');
  await untilWritten(page, /"link"/, () => body.locator('a').click());
  await page.keyboard.press('ControlOrMeta+K');
  const link = page.getByRole('dialog');
  await expect(link.locator('[id$="-url"]')).toHaveValue('tel:+554930000000');
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();

  await page.evaluate(beSlow);
  for (const key of ['Enter', 'Backspace', 'Delete', 'ControlOrMeta+b']) {
    await clear(page);
    await pasteAndWait(page, { 'text/html': '<p>um</p><p>dois</p>' });
    await body.locator('p').first().click();
    const { x, y } = (await body.locator('p').last().boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 14, y + 8);
    await Promise.all([page.mouse.down(), page.mouse.up(), page.keyboard.press(key)]);
    await page.keyboard.type('x');
    await patient(body).toContainText('x');
    await expect(body.locator('p').first(), key).toHaveText('um');
    await expect(body.locator('strong')).toHaveCount(key.endsWith('b') ? 1 : 0);
  }
});

const WORDS = ['a', 'b1', 'ção', 'servidor', 'https://x.com/', ' ', '.', ',', '(', ')', '/', '#'];
const SIGNS = ['\\', '\\\\', '*', '**', '_', '__', '|', '`', '~', '~~', '&', '&gt;', '!'];
const TEXT = fc
  .array(fc.constantFrom(...WORDS, ...SIGNS), { minLength: 3, maxLength: 10 })
  .map((parts) => `x${parts.join('')}y`);

test('whatever signs a text has, form and page show it alike, saved, opened and saved again', async ({
  page,
}) => {
  const github = await startEditor(page, FROZEN_CONTENT, 'plans/entries/tecnologia');
  const body = page.locator('.lexical-root');
  const shown = () => body.locator('> p').allTextContents();
  const published = (): Promise<(string | null)[]> => {
    const fields: { body?: string } = FILE_FORMATS['yaml-frontmatter'].fromFile(
      github.read('plans/tecnologia.md'),
    );
    const { html } = readBody({ text: fields.body ?? '', firstLine: 1 }, '/');
    return page.evaluate((source) => {
      const { children } = new DOMParser().parseFromString(source, 'text/html').body;
      return Array.from(children, ({ textContent }) => textContent);
    }, html);
  };
  await patient(body).not.toBeEmpty();
  await clear(page);
  // Always the same ones.
  const texts = fc.sample(TEXT, { numRuns: 60, seed: 62 });
  const ways = texts.map(
    (text) => `<p>${text} <b>z</b><p><i>${text}</i> <code>${text}</code> z<p>${text}`,
  );
  await pasteAndWait(page, { 'text/html': ways.join('') });
  const meant = await shown();
  expect(meant).toHaveLength(3 * texts.length);
  for (let saves = 0; saves < 2; saves += 1) {
    await save(page);
    expect(await published()).toEqual(meant);
    await openEntry(page, 'plans/entries/tecnologia');
    await patient(body).not.toBeEmpty();
    expect(await shown()).toEqual(meant);
    await body.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('!');
    meant.push(`${meant.pop() ?? ''}!`);
    await patient.poll(shown).toEqual(meant);
  }
});

test('an editor who changes a price leaves the Markdown untouched, and a paste keeps its meaning', async ({
  page,
}) => {
  const folder = test.info().outputPath('content');
  cpSync(FROZEN_CONTENT, folder, { recursive: true });
  const plan = join(folder, 'plans/tecnologia.md');
  const { fromFile, toFile } = FILE_FORMATS['yaml-frontmatter'];
  const texts = fc.sample(fc.constantFrom(...NOTATIONS), { numRuns: 200, seed: 76 });
  const fields = fromFile(readFileSync(plan, 'utf8'));
  // The library reads a text only when it has loaded the language of its code.
  const text = ['**Um**', '```js\ncódigo\n```', ...texts].join('\n\n');
  const before = toFile(fromFile(toFile({ ...fields, body: text })));
  writeFileSync(plan, before);
  const github = await startEditor(page, folder, 'plans/entries/tecnologia', withPreview);
  const body = page.locator('.lexical-root');
  await patient(body).not.toBeEmpty();
  await page.getByRole('textbox', { name: 'Preço' }).fill('R$ 99');
  await body.locator('strong').first().click();
  const bold = page.getByRole('button', { name: 'Negrito' });
  await expect(bold).toHaveAttribute('aria-pressed', 'true');
  await untilWritten(page, /Q/, () => page.keyboard.press('Q'));
  for (const key of ['Backspace', 'ArrowDown', 'ControlOrMeta+A', 'ControlOrMeta+C'])
    await page.keyboard.press(key);
  await save(page);
  expect(github.read('plans/tecnologia.md')).toBe(before.replace('Sob Consulta', 'R$ 99'));

  await openEntry(page, 'plans/entries/midia-social');
  await patient(body).not.toBeEmpty();
  const said = page.locator('dialog[role=alertdialog]');
  const picture = { 'text/html': '<img src="https://x.com.br/a.png">' };
  const clipboards: [data: Record<string, string>, pasted: string, ...files: string[]][] = [
    [picture, ''],
    [{ ...picture, 'text/plain': 'https://x.com.br/a_b.png' }, '', 'image.png'],
    [{ 'text/plain': '/home/ana/foto_1.png\rfoto_2.png' }, '', 'foto_1.png', 'foto_2.png'],
    [{ ...picture, 'text/plain': 'oi' }, 'oi'],
    [{ 'text/plain': 'Veja https://x.com.br' }, 'Veja https://x.com.br', 'image.png'],
  ];
  for (const [data, pasted, ...files] of clipboards) {
    await clear(page);
    await paste(page, data, files);
    await patient(said).toContainText(pasted ? 'sem as imagens' : 'Nada foi colado: imagens');
    await said.getByRole('button').click();
    await patient(body).toHaveText(pasted);
  }
  await clear(page);
  await pasteAndWait(page, { 'text/html': FROM_ELSEWHERE });
  await patient(said).toContainText('O texto foi colado sem as imagens');
  await said.getByRole('button').click();
  await save(page);
  expect(github.read('plans/midia-social.md').split('---\n').at(-1)).toBe(`\n${AS_MARKDOWN}\n`);

  await openEntry(page, 'plans/entries/midia-social');
  await patient(body).toContainText('Um título');
  await body.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('!');
  await save(page);
  expect(github.read('plans/midia-social.md').split('---\n').at(-1)).toBe(`\n${AS_MARKDOWN}!\n`);

  await openEntry(page, 'plans/entries/midia-social');
  await patient(body).toContainText('Um título');
  await clear(page);
  const rows =
    '<tr><td colspan="2">Planos</td></tr><tr><td><p>Plano</p></td><td><p>Preço <font>novo</font> já</p></td></tr><tr><td><p><img alt="✅"><img alt="1️⃣"><img alt="#️⃣"><img alt="🇧🇷"><img alt="🏴󠁧󠁢󠁥󠁮󠁧󠁿"><img alt="🏽"> A</p><p>B</p></td><td>1</td></tr>';
  await body.click();
  await pasteAndWait(page, { 'text/html': `<table>${rows}</table>` });
  await patient(body.locator('th')).toHaveText(['Planos', '']);
  await save(page);
  expect(github.read('plans/midia-social.md')).toContain(
    '| Plano | Preço novo já |\n| ✅1️⃣#️⃣🇧🇷🏴󠁧󠁢󠁥󠁮󠁧󠁿🏽 A B | 1 |',
  );
});
