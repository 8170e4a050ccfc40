import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '@playwright/test';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';
import { TYPED } from './support/contact-form.ts';
import { expect, test } from './support/fixtures.ts';
import { untilHydrated } from './support/page.ts';

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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  for (const [what, fail] of Object.entries(FAILURES)) {
    test(`when scripts ${what}, all works as plain HTML`, async ({ page, endpoint, contact }) => {
      await page.route('**/_astro/*.js*', fail);
      await page.goto('/planos/tecnologia');
      await page.locator('.menu-button').tap();
      await page.getByRole('navigation').getByRole('link', { name: 'Contato' }).tap();
      await expect(page.getByRole('heading', { name: 'Vamos Conversar?' })).toBeInViewport();

      const pause = page.getByRole('checkbox', { name: 'Pausar os logotipos' });
      await pause.tap();
      await expect(page.locator('.marquee-track')).toHaveCSS('animation-play-state', 'paused');

      await contact.fill();
      await contact.submitButton.tap();
      await expect.poll(() => endpoint.requests.length).toBe(1);
      const fields = new URLSearchParams(endpoint.requests[0]?.body);
      expect(fields.get('name')).toBe(TYPED.name);
    });
  }

  test('one tap opens the menu, and it stays open when its script arrives', async ({ page }) => {
    await page.goto('/');
    await page.locator('summary').tap();
    await expect(page.locator('details.menu')).toHaveAttribute('open');
    await untilHydrated(page.locator('summary'));
    await expect(page.locator('details.menu')).toHaveAttribute('open');
  });
});

test('where the function is out of reach as well, Back leads to the text', async ({ contact }) => {
  const { page } = contact;
  await page.route(/\/_astro\/.*\.js|\/functions\/v1\//, (route) => route.abort());
  await page.goto('/');
  await contact.send();
  await page.waitForURL(/chrome-error|functions/);
  await page.goBack();
  await contact.expectTyped();
});

for (const script of ['Navbar', 'client']) {
  test(`a script that is lost once, ${script}, is asked for again`, async ({ page }) => {
    await page.route(`**/_astro/${script}.*.js`, (route) => route.abort(), { times: 1 });
    await page.goto('/');
    await page.getByRole('navigation').hover();
    await untilHydrated(page.getByRole('navigation'));
  });
}
