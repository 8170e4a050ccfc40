/**
 * Compares each kind of page and each state with its screenshot in `screenshots/`. `npm run screenshots` retakes
 * them; look at each before you commit it.
 */
import type { Locator } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures.ts';
import { settle } from '../support/browser/page.ts';
import type { RecordedEndpoint } from '../support/browser/recorded-endpoint.ts';

/** Date of all screenshots: the footer shows its year. */
const DAY = new Date('2026-07-01T12:00:00-03:00');

const stylePath = `${import.meta.dirname}/screenshots.css`;

/**
 * Tolerates antialiasing beyond the comparison's own threshold, but no lost border. An absolute number: a
 * ratio of the home page would hide a whole button.
 */
const PAGE = { stylePath, maxDiffPixels: 400, fullPage: true };
const PART = { stylePath, maxDiffPixels: 60 };

const PHONE_PX = 360;
const LAPTOP_PX = 1280;
const DESKTOP_PX = 1440;

interface Look {
  width: number;
  colorScheme?: 'light' | 'dark';
  forcedColors?: 'active';
  media?: 'print';
}

const PAGES: [name: string, path: string, look: Look][] = [
  ['inicio', '/', { width: PHONE_PX }],
  ['inicio', '/', { width: DESKTOP_PX }],
  ['planos', '/planos', { width: DESKTOP_PX }],
  ['plano-tecnologia', '/planos/tecnologia', { width: PHONE_PX }],
  ['mensagem-nao-enviada', '/mensagem-nao-enviada#telefone', { width: PHONE_PX }],
  ['pagina-nao-encontrada', '/nao-existe', { width: PHONE_PX }],
  // The dark theme has its own light on the drawing.
  ['inicio-a-noite', '/', { width: DESKTOP_PX, colorScheme: 'dark' }],
  // Forced colours replace backgrounds: only a border shows where a control or a card ends.
  ['inicio-nas-cores-do-sistema', '/', { width: PHONE_PX, forcedColors: 'active' }],
  // Print is black on white, also in the dark theme, without fixed, moving or interactive elements.
  ['plano-no-papel', '/planos/tecnologia', { width: 768, media: 'print', colorScheme: 'dark' }],
];

interface FormState {
  name?: string;
  answer?: RecordedEndpoint['answer'];
  /** How the form reports an outcome. */
  said: string;
  hasToast?: true;
}

/** States of the form, by the names of their screenshots. */
const FORM_STATES: Record<string, FormState> = {
  'formulario-invalido': { name: ' ', said: 'Escreva o seu nome.' },
  enviando: { answer: new Promise(() => undefined), said: 'Enviando...' },
  enviada: { said: 'Mensagem Enviada!', hasToast: true },
  'falha-ao-enviar': { answer: { status: 503 }, said: 'Erro ao Enviar', hasToast: true },
};

// The Content-Security-Policy would block the screenshots' style sheet.
test.use({ bypassCSP: true });

test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: DAY });
});

/** Takes a part's picture without what lies behind the part, or floats over it. */
async function expectPicture(part: Locator, name: string): Promise<void> {
  await part.evaluate((one) => one.toggleAttribute('data-pictured'));
  await expect(part).toHaveScreenshot(`${name}.png`, PART);
  await part.evaluate((one) => one.toggleAttribute('data-pictured'));
}

for (const [name, path, { width, ...media }] of PAGES) {
  test(`a visitor sees “${name}” at ${width} px as in its screenshot`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia(media);
    await page.goto(path);
    await settle(page);
    await expect(page).toHaveScreenshot(`${name}-${width}.png`, PAGE);
  });
}

for (const [name, state] of Object.entries(FORM_STATES)) {
  const { answer, said, hasToast, ...typed } = state;
  test.describe(name, () => {
    // Tall enough for the whole form.
    test.use({ viewport: { width: PHONE_PX, height: 1200 } });

    test(`a visitor sees “${name}” as in its screenshot`, async ({ page, endpoint, contact }) => {
      if (answer) endpoint.answer = answer;
      await contact.open();
      await contact.send(typed);
      await expect(contact.form.or(contact.toast).filter({ hasText: said }).first()).toBeVisible();
      // Keeps the toast open for the screenshot.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
      await settle(page);
      if (hasToast) await expectPicture(contact.toast, `aviso-${name}`);
      await expectPicture(contact.form, name);
    });
  });
}

for (const [forcedColors, suffix] of [
  ['none', ''],
  ['active', '-nas-cores-do-sistema'],
] as const) {
  test.describe(`with forced colours: ${forcedColors}`, () => {
    // Pause buttons exist only for visitors who accept motion.
    test.use({ forcedColors, reducedMotion: 'no-preference' });

    test('a visitor sees the open menu and a pressed pause button as in their screenshots', async ({
      page,
    }) => {
      await page.setViewportSize({ width: PHONE_PX, height: 800 });
      await page.goto('/');
      await page.locator('summary').click();
      await settle(page);
      const menu = page.getByRole('navigation').getByRole('list');
      await expectPicture(menu, `menu-aberto${suffix}`);

      await page.setViewportSize({ width: LAPTOP_PX, height: 800 });
      const button = page.getByRole('checkbox', { name: 'Parar o movimento dos logotipos' });
      await button.check();
      await page.mouse.move(0, 0);
      await expectPicture(button, `logotipos-em-pausa${suffix}`);
    });
  });
}
