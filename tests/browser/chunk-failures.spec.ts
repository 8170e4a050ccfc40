import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';
import { expect, test } from './support/fixtures.ts';
import { holdScripts, untilHydrated } from './support/hydration.ts';

/** A script that does not arrive, as visitors meet it. */
const FAILURES: Record<string, (route: Route) => Promise<void>> = {
  'never arrive (lost signal)': (route) => route.abort(),
  'break off half way': async (route) => {
    const { pathname } = new URL(route.request().url());
    const text = readFileSync(join(TEST_BUILDS.configured.folder, pathname), 'utf8');
    await route.fulfill({ contentType: 'text/javascript', body: text.slice(0, text.length / 2) });
  },
  'are gone (a deploy since)': (route) => route.fulfill({ status: 404, body: 'Not found' }),
};

const form = (page: Page) => page.getByRole('main').locator('form');

async function fillIn(page: Page): Promise<void> {
  await form(page).locator('[name=name]').fill('Maria');
  await form(page).locator('[name=phone]').fill('49 90000-0001');
  await form(page).locator('[name=message]').fill('A impressora parou.');
}

for (const [what, fail] of Object.entries(FAILURES)) {
  test.describe(`when scripts ${what}`, () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });
    test.beforeEach(async ({ page }) => {
      await page.route('**/_astro/*.js*', fail);
    });

    test('the menu opens and its links lead on', async ({ page }) => {
      await page.goto('/planos/tecnologia');
      await page.locator('summary').tap();
      await page.getByRole('navigation').getByRole('link', { name: 'Planos' }).tap();
      await expect(page).toHaveURL(/\/planos$/);
      await page.locator('summary').tap();
      await page.getByRole('navigation').getByRole('link', { name: 'Contato' }).tap();
      await expect(page.getByRole('heading', { name: 'Vamos Conversar?' })).toBeInViewport();
    });

    test('the form still posts to the function', async ({ page, endpoint }) => {
      await page.goto('/');
      await fillIn(page);
      await form(page).getByRole('button').tap();
      await expect.poll(() => endpoint.requests.length).toBe(1);
      const fields = new URLSearchParams(endpoint.requests[0]?.body);
      expect(fields.get('message')).toBe('A impressora parou.');
    });

    test('the logo strip can be paused', async ({ page }) => {
      await page.goto('/');
      const pause = page.getByRole('checkbox', { name: 'Pausar os logotipos' });
      await pause.tap();
      await expect(pause).toBeChecked();
      await expect(page.locator('.marquee-track')).toHaveCSS('animation-play-state', 'paused');
    });
  });
}

test('when neither scripts nor the function can be reached, the way back leads to what was typed', async ({
  page,
}) => {
  await page.route(/\/_astro\/.*\.js|\/functions\/v1\//, (route) => route.abort());
  await page.goto('/');
  await fillIn(page);
  await form(page).getByRole('button').click();
  await page.waitForURL(/chrome-error|functions/);
  await page.goBack();
  await expect(form(page).locator('[name=message]')).toHaveValue('A impressora parou.');
  await expect(form(page).locator('[name=name]')).toHaveValue('Maria');
});

test('without the style sheet of toasts there is none below the page: the form alone says what happened', async ({
  page,
}) => {
  await page.route('**/_astro/*.css', (route) => route.abort());
  await page.goto('/');
  await form(page).scrollIntoViewIfNeeded();
  await untilHydrated(form(page));
  await fillIn(page);
  await form(page).getByRole('button').click();
  await expect(form(page)).toContainText('Mensagem Enviada!');
  await expect(page.getByRole('region', { name: 'Avisos' }).getByRole('listitem')).toHaveCount(0);
});

for (const script of ['Navbar', 'client']) {
  test(`a script that is lost once, ${script}, is asked for again`, async ({ page }) => {
    await page.route(`**/_astro/${script}.*.js`, (route) => route.abort(), { times: 1 });
    await page.goto('/');
    await page.getByRole('navigation').hover();
    await untilHydrated(page.getByRole('navigation'));
  });
}

test.describe('the first touch of an island counts', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('one tap opens the menu, and it stays open when its script arrives', async ({ page }) => {
    await page.goto('/');
    await page.locator('summary').tap();
    await expect(page.locator('details.menu')).toHaveAttribute('open');
    await untilHydrated(page.locator('summary'));
    await expect(page.locator('details.menu')).toHaveAttribute('open');
  });

  test('a link of the menu that is chosen before the script arrives leaves nothing over its section', async ({
    page,
  }) => {
    const release = await holdScripts(page);
    await page.goto('/');
    await page.locator('summary').tap();
    await page.getByRole('navigation').getByRole('link', { name: 'Contato' }).tap();
    await expect(page.locator('details.menu')).not.toHaveAttribute('open');
    release();
    await untilHydrated(page.locator('summary'));
    await expect(page.locator('details.menu')).not.toHaveAttribute('open');
    await expect(page.getByRole('heading', { name: 'Vamos Conversar?' })).toBeInViewport();
  });

  test('one tap on the pause button pauses the strip for good', async ({ page }) => {
    await page.goto('/');
    const pause = page.getByRole('checkbox', { name: 'Pausar os logotipos' });
    await pause.tap();
    await untilHydrated(page.locator('.marquee'));
    await expect(pause).toBeChecked();
  });

  test('what is typed while the form has no script yet stays, and is sent once', async ({
    page,
    endpoint,
  }) => {
    const release = await holdScripts(page);
    await page.goto('/');
    await fillIn(page);
    release();
    await untilHydrated(page.locator('form'));
    await expect(form(page).locator('[name=message]')).toHaveValue('A impressora parou.');
    await page.goto('/planos');
    await page.goto('/#contato');
    await expect(form(page).locator('[name=message]')).toHaveValue('A impressora parou.');
    await untilHydrated(form(page));
    await form(page).getByRole('button').tap();
    await expect(page.getByText('Mensagem Enviada!').last()).toBeVisible();
    expect(endpoint.requests).toHaveLength(1);
  });
});
