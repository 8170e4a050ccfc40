/** The editor and the content check give the same verdict on the same picture, whatever way it comes in. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { checkFolder, decodePicture } from '@site/content/folder';
import { judgePicture } from '@site/content/picture-rules';
import type { ImageUse } from '@site/content/metadata';
import { FROZEN_CONTENT, SITE_CONTENT } from '@site/test-support/frozen-content';
import { expectConsoleErrors } from '@site/test-support/browser/console-errors';
import {
  chooseStored,
  expectClosed,
  openEntry,
  openPictures,
  patient,
  startEditor,
  WITH_EDITOR,
} from './session.ts';
import { expect, expectNoFaults, expectUncovered, test } from '@site/test-support/browser/fixtures';

test.use(WITH_EDITOR);

const CIRCLE = '<circle cx="20" cy="20" r="15"/>';
const svg = (attributes: string, inside = CIRCLE): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;
const SIZE = 'width="120" height="40"';
const round = (): Sharp => sharp(Buffer.from(svg(SIZE)));
const opaque = (): Sharp => round().flatten({ background: 'white' });
/** A photo's noise, so that its end is not empty. */
const photo = (): Sharp =>
  sharp({
    create: {
      width: 90,
      height: 60,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

type Bytes = string | Buffer | Promise<Buffer>;

/**
 * Pictures by the extension of their name, of which a browser and sharp could see something else. What both read in the
 * bytes by one function, check.test.ts shows.
 */
const PICTURES: Record<ImageUse, [extension: string, bytes: () => Bytes][]> = {
  logo: [
    ['png', () => round().png().toBuffer()],
    ['webp', () => round().webp().toBuffer()],
    ['avif', () => round().avif().toBuffer()],
    ['png', () => opaque().png().toBuffer()],
    ['svg', () => svg(SIZE)],
    ['svg', () => svg(SIZE, '')],
    ['svg', () => svg(SIZE, '<rect width="120" height="40"/>')],
    ['svg', () => svg(SIZE, `<mask id="m"><rect width="9" height="9"/></mask>${CIRCLE}`)],
    ['svg', () => svg(SIZE, `${CIRCLE}<text x="50" y="30">Mel</text>`)],
  ],
  picture: [
    ['jpg', () => photo().toColourspace('cmyk').jpeg().toBuffer()],
    ['jpg', () => photo().withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    // Cut by an upload.
    ['jpg', async () => (await photo().jpeg({ progressive: true }).toBuffer()).subarray(0, -90)],
    ['jpg', () => '%PDF-1.7'],
    ['png', () => photo().png({ palette: true, progressive: true }).toBuffer()],
    ['svg', () => svg('width="100%" height="100%" viewBox="0 0 120 40"')],
  ],
};

const ENTRIES = { logo: 'clients/entries/serra-mel', picture: 'plans/entries/tecnologia' };

/** Chooses a file in the dialog of pictures; returns what the editor says of it, or nothing. */
async function verdictOnChoice(page: Page, name: string, buffer: Buffer): Promise<string> {
  await page.locator('input[type=file]').last().setInputFiles({ name, mimeType: '', buffer });
  const said = page.locator('dialog[role=alertdialog]');
  const chosen = page.getByRole('option', { name: new RegExp(`^${name.split('.')[0] ?? ''}-`) });
  await patient(said.or(chosen)).toBeVisible();
  if (await chosen.isVisible()) return '';
  const sentence = await said.locator('p').innerText();
  await said.getByRole('button').click();
  return sentence.replace(/^.* O site precisa de |\.$/g, '');
}

test('the editor refuses the same pictures as the check, in the same words', async ({ page }) => {
  await startEditor(page, FROZEN_CONTENT, ENTRIES.logo);
  const verdicts: string[][] = [[], []];
  for (const use of ['logo', 'picture'] as const) {
    await openEntry(page, ENTRIES[use]);
    await openPictures(page);
    for (const [index, [extension, make]] of PICTURES[use].entries()) {
      const bytes = Buffer.from(await make());
      const name = `${use}${index}.${extension}`;
      const ofCheck = (await judgePicture(bytes, name, use, decodePicture)) ?? '';
      verdicts[0]?.push(`${name}: ${ofCheck}`);
      verdicts[1]?.push(`${name}: ${await verdictOnChoice(page, name, bytes)}`);
    }
    await page.keyboard.press('Escape');
  }
  expect(verdicts[1]).toEqual(verdicts[0]);
});

const pressSave = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Salvar', exact: true }).click();

async function pasteInto(page: Page, picture: Sharp): Promise<void> {
  const base64 = (await picture.png().toBuffer()).toString('base64');
  await page.evaluate(async (data) => {
    const png = await (await fetch(`data:image/png;base64,${data}`)).blob();
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
  }, base64);
  await page.getByRole('button', { name: 'Colar Imagem' }).click();
  await patient(page.getByRole('button', { name: 'Substituir imagem' })).toBeVisible();
}

test('a picture is looked at whatever way it comes in, in browsers of before 2025 too', async ({
  page,
  context,
}) => {
  expectConsoleErrors(page, /^Error: “Logotipo”/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addInitScript(() => {
    for (const name of ['toBase64', 'toHex']) Reflect.deleteProperty(Uint8Array.prototype, name);
  });
  const folder = test.info().outputPath('content');
  cpSync(FROZEN_CONTENT, folder, { recursive: true });
  writeFileSync(`${folder}/clients/fundo.svg`, svg(SIZE, '<rect width="120" height="40"/>'));
  const github = await startEditor(page, folder, ENTRIES.picture);

  await test.step('named by its bytes, stored small, an iPhone’s too; a save waits for it', async () => {
    const jpeg = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: 'gray' } })
        .jpeg()
        .toBuffer();
    const heic = readFileSync(`${import.meta.dirname}/iphone.heic`);
    const photos = [
      ['Fachada (1).jfif', await jpeg(4032, 3024), 'fachada-1', { width: 2160, height: 1620 }],
      ['Balcão', await jpeg(400, 300), 'balcao', { width: 400, height: 300 }],
      ['Ana.HEIC', heic, 'ana', { width: 64, height: 48 }],
    ] as const;
    for (const [name, buffer, stem, size] of photos) {
      await openEntry(page, ENTRIES.picture);
      await openPictures(page);
      await page.locator('input[type=file]').last().setInputFiles({ name, mimeType: '', buffer });
      await page.getByRole('button', { name: 'Inserir' }).click();
      await pressSave(page);
      await expectClosed(page);
      const [, stored = ''] = /image: \.\/(.*)/.exec(github.read('plans/tecnologia.md')) ?? [];
      expect(stored).toMatch(new RegExp(`^${stem}-[\\da-f]{6}\\.webp$`));
      const picture = `${github.contentFolder}/plans/${stored}`;
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', ...size });
    }
    expect(await checkFolder(SITE_CONTENT, github.contentFolder)).toEqual([]);
  });

  await test.step('pasted, at the save', async () => {
    const name = page.getByRole('textbox', { name: 'Nome da empresa' });
    await openEntry(page, 'clients/new');
    await pasteInto(page, round());
    await name.fill('Loja Nova');
    await pressSave(page);
    await expectClosed(page);
    expect(github.read('clients/loja-nova.json')).toMatch(/"\.\/pasted-image-\d+\.webp"/);
    await openEntry(page, 'clients/new');
    await pasteInto(page, opaque());
    await name.fill('Loja Opaca');
    await pressSave(page);
    const dialog = page.getByRole('alertdialog');
    await patient(dialog).toContainText('de fundo transparente');
    await dialog.getByRole('button', { name: 'OK' }).click();
  });

  await test.step('from the list, at the save', async () => {
    await openEntry(page, ENTRIES.logo);
    const expectRefusal = async (reason: string): Promise<void> => {
      const before = github.read('clients/serra-mel.json');
      await pressSave(page);
      const dialog = page.getByRole('alertdialog');
      await patient(dialog).toContainText(reason);
      await dialog.getByRole('button', { name: 'OK' }).click();
      expect(github.read('clients/serra-mel.json')).toBe(before);
    };
    await chooseStored(page, 'fundo.svg');
    await expectRefusal('de fundo transparente: em uma cor só, o fundo vira um retângulo');
    await chooseStored(page, 'padaria-vo-antonio.svg');
    // A colleague's.
    github.write('clients/padaria-vo-antonio.json');
    github.write('clients/padaria-vo-antonio.svg');
    await expectRefusal('uma imagem que existe');
  });
});

test('a picture dropped beside its field changes nothing, nor does a letter in a number, and both are said', async ({
  page,
}) => {
  const github = await startEditor(page, FROZEN_CONTENT, ENTRIES.picture);
  const before = github.read('plans/tecnologia.md');
  const said = page.locator('dialog[role=alertdialog]');
  for (const place of ['Preço', 'Título']) {
    const field = page.getByRole('textbox', { name: place }).first();
    await patient(field).toBeVisible();
    await field.evaluate((target, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'outra.svg', { type: 'image/svg+xml' }));
      target.dispatchEvent(
        new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
      );
    }, svg(SIZE));
    await expect(said).toContainText('solte o arquivo em cima do campo dela');
    await expectNoFaults(page, ['dialog[role=alertdialog]']);
    await said.getByRole('button').click();
  }
  const position = page.getByRole('spinbutton', { name: 'Posição' });
  await position.fill('1');
  await position.press('End');
  await position.press(',');
  await expect(said).toContainText('só aceita um número inteiro');
  await said.getByRole('button').click();
  await expect(position).toHaveValue('1');
  await page.getByRole('textbox', { name: 'Preço' }).fill('R$ 99');
  await pressSave(page);
  await expectClosed(page);
  expect(github.read('plans/tecnologia.md')).toBe(before.replace('Sob Consulta', 'R$ 99'));
});

test('a browser that keeps nothing is told so in a sentence', async ({ page, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await page.goto('/admin/');
  await expectUncovered(page.getByText('Este navegador bloqueia todos os cookies'));
});
