/** One promise: what the form shows is what the file has, and what nobody changed is byte for byte. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { readBody } from '@site/content/body';
import { cleanText } from '@site/content/clean-text';
import { FILE_FORMATS } from '@site/content/file-formats';
import { FROZEN_CONTENT } from '@site/test-support/frozen-content';
import { paste, patient, startEditor, untilWritten, WITH_EDITOR } from './session.ts';
import { expect, test } from '@site/test-support/browser/fixtures';

test.use(WITH_EDITOR);

const isNight = process.env['NIGHTLY'] !== undefined;
const NIGHT_MS = 3_600_000;

/** In notations that the library would write in another way, or cannot read. */
const TEXT = `Primeira frase**(sim)** com [um link](/planos), *itálico* e ~~riscado~~.

- item um
- item *dois*
  - dentro

> citação

## Título

| A | B |
|---|---|
| - | 1. x |

\\- traço
\\# cerquilha

1\\. Fim.`;

/**
 * Left out: italics and code that begin or end within a word, which the page has no notation for; a product in a file,
 * “2*3*4”, and code behind bold, which the library reads in another way; a block of code, whose fence the next edit makes
 * text; pipes, which it takes for a row; a firm space at the end of a mark within a mark; a list that begins with a
 * list; and a paragraph pasted into an indented item, whose words the library joins.
 */
const WORDS = 'preço novo a_b b* R$ (x) https://x.com/a_b C:\\x 2012. é'.split(' ');
const BLOCK_MARKS = ['', '', '', '- ', '# ', '> ', '1. ', '+ ', '" '];
const MARKS = [...BLOCK_MARKS, '* ', '_ ', '` ', '~~ ', '** ', '\\ ', '--- '];
const SPACES = [' ', ' ', ' ', '\t', '\u00A0', '\n', '\r\n', '\r'];
const INLINE = 'b s u span font small bdi data dfn nobr big x-palavra desconhecido'.split(' ');
const BLOCKS = 'p div h2 blockquote section center li'.split(' ');

const space = fc.constantFrom(...SPACES);
const lineOf = (marks: string[], gap = space, words = WORDS) =>
  fc
    .array(fc.tuple(fc.constantFrom(...marks), fc.constantFrom(...words), gap), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => parts.flat().join(''));
const plain = lineOf(MARKS);
/** Without a notation, a text is pasted as it is. */
const lines = lineOf([''], fc.constantFrom('\n', '\r\n', '\r'), ['preço', 'novo', 'R$']);
const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 2 },
    plain.map((text) => text.trim().replaceAll('>', '&gt;')),
    fc
      .tuple(tie('inline'), space, fc.constantFrom(...INLINE), tie('inline'))
      .map(([before, gap, tag, text]) => `${before}${gap}<${tag}>${text}</${tag}> `),
  ),
}));
const block = fc
  .tuple(fc.constantFrom(...BLOCKS), inline)
  .map(([tag, html]) => `<${tag}>${html}</${tag}>`);

const ACTS = {
  type: lineOf(BLOCK_MARKS, fc.constantFrom(' ', ' ', '\n')),
  pasteText: fc.oneof(plain, lines),
  pasteHtml: fc.array(block, { minLength: 1, maxLength: 3 }).map((blocks) => blocks.join('')),
  press: fc.constantFrom(...'Backspace Delete Enter Shift+Enter'.split(' ')),
  pressAgain: fc.constantFrom('ControlOrMeta+Z', 'ControlOrMeta+Shift+Z'),
  format: fc.constantFrom('Negrito', 'Tachado'),
  make: fc.constantFrom('Lista com marcadores', 'Lista numerada', 'Título 2', 'Citação'),
  writeMarkdown: fc.constantFrom('', '\n\n- mais', '\n\n**mais** a_b'),
  leave: fc.constant('Preço'),
  reset: fc.constant('Reverter Todas as Alterações'),
};
type Act = keyof typeof ACTS;
/** Where the last act was, a key, or the number of a paragraph to click on. */
const PLACES = fc.oneof(
  fc.constantFrom(
    '',
    ...'Home End A Shift+ArrowLeft'.split(' ').map((key) => `ControlOrMeta+${key}`),
  ),
  fc.nat(7),
);
const acts = Object.entries(ACTS).map(([act, value]) =>
  fc.tuple(PLACES, fc.constant(act as Act), value),
);
const SEQUENCES = fc.array(fc.oneof(...acts), { minLength: 8, maxLength: 10 });

declare global {
  interface Window {
    /** What the form shows, and what it would save. */
    settled: () => Promise<[shown: string, text: string]>;
  }
}

/** The library writes a tenth of a second after a change: at once, here. */
function writeAtOnce(): void {
  const later = window.setTimeout.bind(window);
  let waiting = 0;
  Object.assign(window, {
    setTimeout: (act: () => void, delay = 0) => {
      if (delay !== 100) return later(act, delay);
      waiting += 1;
      return later(() => {
        waiting -= 1;
        act();
      });
    },
    settled: async () => {
      do await new Promise((resolve) => later(resolve));
      while (waiting > 0);
      await new Promise(requestAnimationFrame);
      const body = document.querySelector<HTMLElement>('.lexical-root');
      return [body?.innerText, body?.parentElement?.querySelector('textarea')?.value];
    },
  });
}

/** Without what print changes. */
const wordsOf = (text: string): string[] =>
  cleanText(text)
    .replace(/[–—-]+/g, '-')
    .replace(/[“”]/g, '"')
    .split(/\s+/)
    .filter((word) => word !== '');

const ENTITIES: Partial<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const INLINE_TAG = RegExp(`</?(?:a|del|strong|em|code|${INLINE.join('|')})\\b[^>]*>`, 'g');
const textOf = (html: string): string =>
  html
    .replace(INLINE_TAG, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? '&');

/** What a visitor reads of a form's text, once it is a file. */
function pageOf(body: string): string[] {
  const { fromFile, toFile } = FILE_FORMATS['yaml-frontmatter'];
  const file: { body?: string } = fromFile(toFile({ body }));
  return wordsOf(textOf(readBody({ text: file.body ?? '', firstLine: 1 }, '/').html));
}

test('whatever somebody types, pastes and undoes, a form has the words that it shows, and unchanged its file’s bytes', async ({
  page,
}) => {
  await page.addInitScript(writeAtOnce);
  const folder = test.info().outputPath('content');
  cpSync(FROZEN_CONTENT, folder, { recursive: true });
  const plan = join(folder, 'plans/tecnologia.md');
  const [, fields = ''] = readFileSync(plan, 'utf8').split('---\n');
  writeFileSync(plan, `---\n${fields}---\n\n${TEXT}\n`);
  await startEditor(page, folder, 'plans/entries/tecnologia');
  if (isNight) test.setTimeout(NIGHT_MS);
  const body = page.locator('.lexical-root');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const choose = async (menu: string, role: 'menuitem' | 'menuitemcheckbox', name: string) => {
    await button(menu).click();
    await page.getByRole(role, { name }).click();
  };
  const press = (key: string) => page.keyboard.press(key);
  const settled = () => page.evaluate(() => window.settled());
  const run: Record<Act, (value: string) => Promise<void>> = {
    type: (text) => page.keyboard.type(text),
    pasteText: (text) => paste(page, { 'text/plain': text }),
    pasteHtml: (html) => paste(page, { 'text/html': html }),
    press,
    pressAgain: press,
    format: (name) => button(name).click(),
    make: (name) => choose('Mostrar opções de estilo de texto', 'menuitemcheckbox', name),
    writeMarkdown: async (more) => {
      await button('Editar em Markdown').click();
      const source = body.locator('xpath=..').locator('textarea');
      await source.fill((await source.inputValue()) + more);
      await untilWritten(page, /value/, () => button('Editar em Markdown').click());
    },
    leave: (name) => page.getByRole('textbox', { name }).click(),
    reset: async (name) => {
      if ((await settled())[1] === TEXT) return;
      await untilWritten(page, /value/, () => choose('Mostrar Opções do Editor', 'menuitem', name));
      expect((await settled())[1]).toBe(TEXT);
    },
  };
  const place = async (where: string | number): Promise<void> => {
    if (where === '') return;
    if (typeof where === 'string') {
      await body.focus();
      await press(where);
      return;
    }
    const [x, y] = await body.evaluate(({ children }, index) => {
      const paragraph = children[index % children.length];
      paragraph?.scrollIntoView({ block: 'center' });
      const { left = 0, top = 0 } = paragraph?.getBoundingClientRect() ?? {};
      return [left + 40 + 9 * index, top + 8] as const;
    }, where);
    await page.mouse.click(x, y);
  };

  await patient(body).toContainText('Fim');
  // There is nothing to undo yet.
  await body.focus();
  await press('ControlOrMeta+Z');
  await fc.assert(
    fc.asyncProperty(SEQUENCES, async (sequence) => {
      for (const [where, act, value] of sequence) {
        await place(where);
        await settled();
        await run[act](value);
        const [shown, text] = await settled();
        const words = wordsOf(shown);
        expect(words, act).toEqual(pageOf(text));
        // A word may join the one at the cursor.
        const pasted =
          act === 'pasteHtml' ? value.split(RegExp(`</?(?:${BLOCKS.join('|')})>`)) : [];
        for (const part of pasted)
          expect(words.join(' ')).toContain(wordsOf(textOf(part)).join(' '));
      }
      await body.focus();
      await expect(async () => {
        await press('ControlOrMeta+Z');
        expect((await settled())[1]).toBe(TEXT);
      }).toPass({ intervals: [0] });
    }),
    // By day, always the same ones.
    {
      endOnFailure: true,
      ...(isNight ? { numRuns: 300 } : { numRuns: 6, seed: 81 }),
    },
  );
});
