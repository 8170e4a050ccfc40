/**
 * What the site looks like, compared with the pictures in `screenshots/`: each page and each state
 * once, by itself. `npm run screenshots` takes them; look at each before you commit it.
 */
import { existsSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { BuildName } from '../../scripts/test-builds.ts';
import { expect, test } from './support/fixtures.ts';
import { settle as settlePage } from './support/page.ts';
import type { Answer } from './support/recorded-endpoint.ts';

/** The day on which all pictures are taken: the footer shows its year. */
const DAY = new Date('2026-07-01T12:00:00-03:00');

/**
 * Room for the edges of letters and curves beyond what the comparison forgives by itself, none for
 * a lost border. A number and no share: a share of the home page would hide a whole button.
 */
const MAX_DIFFERENT_PIXELS = { page: 400, part: 60 };

const PHONE_PX = 360;
const DESKTOP_PX = 1440;

interface Look {
  width: number;
  colorScheme?: 'light' | 'dark';
  forcedColors?: 'active';
  media?: 'print';
}

const DAYLIGHT: Look[] = [{ width: PHONE_PX }, { width: DESKTOP_PX }];
const FORCED_COLORS: Look = { width: PHONE_PX, forcedColors: 'active' };
const PAPER: Look = { width: 768, media: 'print' };

const PAGES: [name: string, path: string, looks?: Look[]][] = [
  ['inicio', '/'],
  ['planos', '/planos'],
  ['plano-tecnologia', '/planos/tecnologia'],
  ['plano-midia-social', '/planos/midia-social'],
  ['plano-nao-encontrado', '/planos/nao-existe'],
  ['pagina-nao-encontrada', '/nao-existe'],
  // The tree shines by night, and drawings have a night of their own.
  ['inicio-a-noite', '/', [{ width: DESKTOP_PX, colorScheme: 'dark' }]],
  ['plano-a-noite', '/planos/tecnologia', [{ width: PHONE_PX, colorScheme: 'dark' }]],
  // Backgrounds are the system's: only a border tells where a control or a card ends.
  ['inicio-nas-cores-do-sistema', '/', [FORCED_COLORS]],
  ['plano-nas-cores-do-sistema', '/planos/tecnologia', [FORCED_COLORS]],
  // Black on white, by night too; nothing that is fixed, that moves or that only a screen can do.
  ['inicio-no-papel', '/', [{ ...PAPER, colorScheme: 'dark' }]],
  ['plano-no-papel', '/planos/tecnologia', [PAPER]],
];

type Part = 'form' | 'toast';

/** States of the form: what is typed, what the function answers, and how the visitor is told. */
const FORM_STATES: [
  name: string,
  state: { said: string; shown: Part[]; answer?: Answer; name?: string; build?: BuildName },
][] = [
  ['formulario-invalido', { said: 'Escreva o seu nome.', shown: ['form'], name: ' ' }],
  ['enviando', { said: 'Enviando...', shown: ['form'], answer: 'hang' }],
  ['enviada', { said: 'Mensagem Enviada!', shown: ['toast', 'form'] }],
  [
    'falha-ao-enviar',
    { said: 'Erro ao Enviar', shown: ['toast', 'form'], answer: { status: 503 } },
  ],
  [
    'envio-sem-configuracao',
    { said: 'Erro de Configuração', shown: ['toast'], build: 'unconfigured' },
  ],
];

const CONTROLS: [name: string, path: string, width: number, selector: string][] = [
  ['the button', '/planos', DESKTOP_PX, 'main li .button'],
  ['the quiet button', '/', DESKTOP_PX, '#planos-home .button'],
  ['the Menu button', '/planos', PHONE_PX, 'summary'],
  ['a link of the bar', '/planos', DESKTOP_PX, 'nav > ul a[href$="contato"]'],
  ['a field', '/', PHONE_PX, '[name=name]'],
];

// The site's security policy would refuse the pictures' style sheet.
test.use({ bypassCSP: true });

test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: DAY });
});

/** Waits until the page is still, and tells screenshots.css the face that travels with the site. */
async function settle(page: Page): Promise<void> {
  await settlePage(page);
  await page.evaluate(() => {
    const { fontFamily } = getComputedStyle(document.querySelector('h1') ?? document.body);
    document.documentElement.style.setProperty('--own-face', fontFamily);
  });
}

/** Compares the page, or a part of it, with its picture. */
async function expectAsDrawn(target: Page | Locator, picture: string): Promise<void> {
  const info = test.info();
  if (info.config.updateSnapshots === 'none' && !existsSync(info.snapshotPath(picture))) {
    throw new Error(
      `There is no ${picture} to compare with. Run \`npm run screenshots\`, look at it and commit it.`,
    );
  }
  const stylePath = `${import.meta.dirname}/screenshots.css`;
  if ('goto' in target) {
    const maxDiffPixels = MAX_DIFFERENT_PIXELS.page;
    await expect(target).toHaveScreenshot(picture, { stylePath, maxDiffPixels, fullPage: true });
  } else {
    const maxDiffPixels = MAX_DIFFERENT_PIXELS.part;
    await expect(target).toHaveScreenshot(picture, { stylePath, maxDiffPixels });
  }
}

for (const [name, path, looks = DAYLIGHT] of PAGES) {
  for (const { width, ...media } of looks) {
    test(`a visitor sees “${name}” at ${width} px as it was drawn`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia(media);
      await page.goto(path);
      await settle(page);
      await expectAsDrawn(page, `${name}-${width}.png`);
    });
  }
}

for (const [name, state] of FORM_STATES) {
  const { said, shown, answer, build = 'configured', ...typed } = state;
  test.describe(name, () => {
    // All of the form at once.
    test.use({ build, viewport: { width: PHONE_PX, height: 1200 } });

    test(`a visitor sees “${name}” as it was drawn`, async ({ page, endpoint, contact }) => {
      if (answer) endpoint.answer = answer;
      await contact.open();
      await contact.send(typed);
      await expect(contact.form.or(contact.toast).filter({ hasText: said }).first()).toBeVisible();
      // The toast stays for as long as its picture takes.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
      await settle(page);
      if (shown.includes('toast')) await expectAsDrawn(contact.toast, `aviso-${name}.png`);
      // The toast may lie over the form.
      await page.getByRole('region', { name: 'Avisos' }).evaluate((region: HTMLElement) => {
        region.hidden = true;
      });
      if (shown.includes('form')) await expectAsDrawn(contact.form, `${name}.png`);
    });
  });
}

for (const [forcedColors, suffix] of [
  ['none', ''],
  ['active', '-nas-cores-do-sistema'],
] as const) {
  test.describe(`with forced colours: ${forcedColors}`, () => {
    test.use({ forcedColors });

    test('a visitor sees the open menu as it was drawn', async ({ page }) => {
      await page.setViewportSize({ width: PHONE_PX, height: 800 });
      await page.goto('/');
      await page.locator('summary').click();
      await settle(page);
      const menu = page.getByRole('navigation').getByRole('list');
      await expectAsDrawn(menu, `menu-aberto${suffix}.png`);
    });

    test('the two pause buttons look as they were drawn', async ({ page }) => {
      // Only who takes motion has something to pause.
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.goto('/');
      for (const [name, picture] of [
        ['Pausar a animação da árvore', 'arvore-em-pausa'],
        ['Pausar os logotipos', 'logotipos-em-pausa'],
      ] as const) {
        const button = page.getByRole('checkbox', { name });
        await button.check();
        await page.mouse.move(0, 0);
        await settle(page);
        await expectAsDrawn(button, `${picture}${suffix}.png`);
      }
    });
  });
}

for (const [name, path, width, selector] of CONTROLS) {
  test(`${name} answers the focus, the pointer and the finger`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    await settle(page);
    const control = page.locator(selector).first();
    await control.scrollIntoViewIfNeeded();
    const look = () => control.screenshot({ animations: 'disabled' });
    // The visitor's last key was on the keyboard: only then does a browser show the focus.
    await page.keyboard.press('Tab');
    const calm = await look();
    await control.focus();
    expect(calm.equals(await look()), 'looks the same with the focus').toBe(false);
    await control.blur();
    await control.hover();
    const hovered = await look();
    expect(calm.equals(hovered), 'looks the same under the pointer').toBe(false);
    await page.mouse.down();
    expect(hovered.equals(await look()), 'looks the same when pressed').toBe(false);
  });
}
