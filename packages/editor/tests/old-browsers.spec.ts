/**
 * An editor's day in the oldest browsers that the guide names. Of Firefox 121 and Safari 17.4, there is only a list,
 * made by hand, of what they lack; `npm run test:old` runs all tests of the editor in a real Chromium 119.
 */
import { FROZEN_CONTENT } from '@site/test-support/frozen-content';
import { expect, test } from '@site/test-support/browser/fixtures';
import {
  expectClosed,
  patient,
  previewOf,
  startEditor,
  withPreview,
  WITH_EDITOR,
} from './session.ts';

/** As their release notes and MDN's tables have it. */
const LACKING = {
  'Firefox 121': [
    ...['URL.parse', 'Promise.try', 'RegExp.escape', 'Iterator', 'Float16Array', 'ClipboardItem'],
    ...['Intl.Segmenter', 'Intl.DurationFormat', 'ArrayBuffer.prototype.transfer', 'CloseWatcher'],
    ...['Set.prototype.union', 'Set.prototype.difference', 'Set.prototype.intersection'],
    ...['Set.prototype.isSubsetOf', 'Uint8Array.fromBase64', 'Uint8Array.prototype.toBase64'],
    ...['Uint8Array.prototype.toHex', 'HTMLElement.prototype.showPopover', 'scheduler'],
    ...['Clipboard.prototype.read', 'Document.prototype.startViewTransition', 'navigation'],
  ],
  'Safari 17.4': [
    ...['URL.parse', 'Promise.try', 'RegExp.escape', 'Iterator', 'Float16Array', 'CloseWatcher'],
    ...['Uint8Array.fromBase64', 'Uint8Array.prototype.toBase64', 'Uint8Array.prototype.toHex'],
    ...['requestIdleCallback', 'scheduler', 'Document.prototype.startViewTransition', 'navigation'],
  ],
};

test.use(WITH_EDITOR);

for (const [browser, names] of Object.entries(LACKING)) {
  test(`a text with links is shown and saved without what ${browser} lacks`, async ({ page }) => {
    await page.addInitScript((paths) => {
      for (const path of paths) {
        const parts = path.split('.');
        const name = parts.pop() ?? '';
        const owner = parts.reduce<object | undefined>(
          (it, part) => Reflect.get(it ?? {}, part) as object | undefined,
          window,
        );
        Reflect.deleteProperty(owner ?? {}, name);
      }
      // Its methods stay where no name leads.
      const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object;
      for (const name of ['map', 'filter', 'take', 'drop', 'flatMap', 'toArray', 'some', 'find']) {
        Reflect.deleteProperty(iterator, name);
      }
    }, names);
    const github = await startEditor(page, FROZEN_CONTENT, 'plans/entries/tecnologia', withPreview);
    await patient(previewOf(page).getByRole('main')).toContainText('Suporte');
    await page.getByRole('textbox', { name: 'Preço' }).fill('R$ 99');
    await patient(previewOf(page).getByRole('main')).toContainText('R$ 99');
    const text = page.locator('.lexical-root');
    await text.click();
    await page.keyboard.press('Control+k');
    const address = page.getByRole('dialog').locator('[id$="-url"]');
    const offered = await address.evaluate((it: HTMLInputElement) =>
      Array.from(it.list?.options ?? [], ({ value }) => value),
    );
    expect(offered).toEqual(expect.arrayContaining(['/planos/tecnologia', '/#contato']));
    await address.fill('/#contato');
    await page.getByRole('dialog').getByRole('button', { name: 'Inserir' }).click();
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expectClosed(page);
    expect(github.read('plans/tecnologia.md')).toContain('(/#contato)');
  });
}
