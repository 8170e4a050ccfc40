/** Pages and states in which the site is pictured, and how a visitor gets it there. */
import { expect, type Locator, type Page } from '@playwright/test';
import { untilHydrated } from './hydration.ts';
import type { BuildName } from '../../../scripts/test-builds.ts';
import type { RecordedEndpoint } from './recorded-endpoint.ts';

export interface Stage {
  page: Page;
  endpoint: RecordedEndpoint;
}

/** A part of the viewport. */
export interface Clip {
  clip: { x: number; y: number; width: number; height: number };
}

export interface Scene {
  name: string;
  /** Only at this width; at every one where it is left out. */
  widthPx?: number;
  /** Only in this theme; in both where it is left out. */
  theme?: 'light';
  /** Which build the visitor sees; the configured one where it is left out. */
  build?: BuildName;
  /** Brings the page there, and returns what to picture if not the whole page. */
  enter: (stage: Stage) => Promise<Locator | Clip | 'viewport' | 'page'>;
}

export const WIDTHS_PX = [360, 768, 1440] as const;
export const HEIGHT_PX = 800;

const PAGES = {
  inicio: '/',
  planos: '/planos',
  'plano-tecnologia': '/planos/tecnologia',
  'plano-midia-social': '/planos/midia-social',
  'plano-nao-encontrado': '/planos/nao-existe',
  'pagina-nao-encontrada': '/nao-existe',
} as const;

const TYPED = { Nome: 'Maria', Telefone: '(49) 99999-1234', Mensagem: 'Meu computador não liga.' };

const toast = (page: Page): Locator =>
  page.getByRole('region', { name: 'Avisos' }).getByRole('listitem');
const submitButton = (page: Page): Locator => page.getByRole('button', { name: /^Envi/ });

async function openForm(page: Page, typed: Record<string, string> = TYPED): Promise<void> {
  await page.goto('/');
  await page.locator('form').scrollIntoViewIfNeeded();
  await untilHydrated(page.locator('form'));
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
}

export interface Target {
  address: string;
  widthPx: number;
  find: (page: Page) => Locator;
}

/** What can have the focus, be under the pointer and be pressed, by what an editor would call it. */
export const TARGETS: Readonly<Record<string, Target>> = {
  botao: {
    address: '/planos',
    widthPx: 1440,
    find: (page) => page.getByRole('link', { name: /^Saiba Mais/ }).first(),
  },
  'botao-discreto': {
    address: '/',
    widthPx: 1440,
    find: (page) => page.getByRole('link', { name: 'Ver Todos os Planos' }),
  },
  'botao-do-whatsapp': {
    address: '/planos/tecnologia',
    widthPx: 1440,
    find: (page) => page.getByRole('link', { name: /^Fale Conosco/ }),
  },
  'botao-do-menu': {
    address: '/planos',
    widthPx: 360,
    find: (page) => page.locator('summary'),
  },
  'link-da-barra': {
    address: '/planos',
    widthPx: 1440,
    find: (page) => page.getByRole('navigation').getByRole('link', { name: 'Contato' }),
  },
  'link-com-seta': {
    address: '/planos/tecnologia',
    widthPx: 1440,
    find: (page) => page.getByRole('link', { name: 'Voltar para Todos os Planos' }),
  },
  'link-de-contato': {
    address: '/',
    widthPx: 1440,
    find: (page) => page.getByRole('main').locator('a[href^="tel:"]').first(),
  },
  campo: {
    address: '/',
    widthPx: 360,
    find: (page) => page.getByLabel('Nome'),
  },
  marca: {
    address: '/planos',
    widthPx: 1440,
    find: (page) => page.getByRole('banner').getByRole('link').first(),
  },
};

/** As wide as the ring around what has the focus. */
const RING_PX = 8;

export async function withRing(target: Locator): Promise<Clip> {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  return {
    clip: {
      x: x - RING_PX,
      y: y - RING_PX,
      width: width + 2 * RING_PX,
      height: height + 2 * RING_PX,
    },
  };
}

/** Still, as all pictures are; but only who takes motion has something to pause. */
async function pause(page: Page, name: string): Promise<Locator> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const toggle = page.getByRole('checkbox', { name });
  await toggle.check();
  await page.mouse.move(0, 0);
  return toggle;
}

/** Stops the page's clock then, so that the toast stays for as long as it takes to picture it. */
async function sendUntil(page: Page, said: string): Promise<void> {
  await openForm(page);
  await submitButton(page).click();
  await expect(toast(page)).toContainText(said);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

async function formInView(page: Page): Promise<'viewport'> {
  await page.locator('form').evaluate((form) => {
    form.scrollIntoView({ block: 'end', behavior: 'instant' });
  });
  return 'viewport';
}

const wholePage =
  (address: string, media: Parameters<Page['emulateMedia']>[0] = {}): Scene['enter'] =>
  async ({ page }) => {
    await page.emulateMedia(media);
    await page.goto(address);
    return 'page';
  };

const pages: Scene[] = Object.entries(PAGES).flatMap(([name, address]) => [
  { name, enter: wholePage(address) },
  {
    name: `${name}-no-papel`,
    widthPx: 768,
    // Paper knows no other: tests/browser/print.spec.ts.
    theme: 'light',
    enter: wholePage(address, { media: 'print' }),
  },
  {
    name: `${name}-nas-cores-do-sistema`,
    widthPx: 360,
    enter: wholePage(address, { forcedColors: 'active' }),
  },
]);

const states: Scene[] = [
  {
    name: 'menu-aberto',
    widthPx: 360,
    enter: async ({ page }) => {
      await page.goto('/');
      await page.locator('summary').click();
      return 'viewport';
    },
  },
  {
    name: 'arvore-em-pausa',
    widthPx: 1440,
    enter: ({ page }) => pause(page, 'Pausar a animação da árvore'),
  },
  {
    name: 'logotipos-em-pausa',
    widthPx: 1440,
    enter: ({ page }) => pause(page, 'Pausar os logotipos'),
  },
  {
    name: 'formulario-invalido',
    enter: async ({ page }) => {
      await openForm(page, { ...TYPED, Nome: ' ' });
      await submitButton(page).click();
      await expect(page.getByLabel('Nome')).toHaveAttribute('aria-invalid', 'true');
      return formInView(page);
    },
  },
  {
    name: 'campo-recusado',
    enter: async ({ page, endpoint }) => {
      const fields = { phone: 'Confira o telefone: faltam números.' };
      endpoint.answer = { status: 422, body: { error: { fields } } };
      await sendUntil(page, 'Erro ao Enviar');
      await expect(page.getByLabel('Telefone')).toBeFocused();
      return 'viewport';
    },
  },
  {
    name: 'enviando',
    enter: async ({ page, endpoint }) => {
      endpoint.answer = 'hang';
      await openForm(page);
      await submitButton(page).click();
      await expect(submitButton(page)).toHaveText('Enviando...');
      return formInView(page);
    },
  },
  {
    name: 'enviada',
    enter: async ({ page }) => {
      await sendUntil(page, 'Mensagem Enviada!');
      return formInView(page);
    },
  },
  {
    name: 'falha-ao-enviar',
    enter: async ({ page, endpoint }) => {
      endpoint.answer = { status: 503, body: {} };
      await sendUntil(page, 'Erro ao Enviar');
      return formInView(page);
    },
  },
  {
    name: 'envio-sem-configuracao',
    build: 'unconfigured',
    enter: async ({ page }) => {
      await sendUntil(page, 'Erro de Configuração');
      return formInView(page);
    },
  },
  {
    name: 'enviada-sem-script',
    enter: async ({ page }) => {
      await page.goto('/#mensagem-enviada');
      const notice = page.locator('#mensagem-enviada');
      await expect(notice).toBeVisible();
      return notice;
    },
  },
];

export const SCENES: readonly Scene[] = [...pages, ...states];
