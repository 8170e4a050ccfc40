import type { IncomingMessage } from 'node:http';
import { behindLine, type SlowSite } from './support/connection.ts';
import { expect, test as base } from './support/fixtures.ts';

interface Fixtures {
  /** Addresses that the browser asks for ahead of the visitor. */
  ahead: string[];
  site: SlowSite;
}

const test = base.extend<Fixtures>({
  ahead: async ({}, use) => use([]),
  site: async ({ siteUrls, ahead }, use) => {
    const onRequest = ({ headers, url = '' }: IncomingMessage): void => {
      if (headers['sec-purpose']?.includes('prefetch')) ahead.push(decodeURI(url));
    };
    const site = await behindLine(siteUrls.configured, { onRequest });
    await use(site);
    await site.stop();
  },
});

test('a page is fetched while the pointer rests on its link, and then opens from there', async ({
  page,
  site,
  ahead,
}) => {
  await page.goto(site.url);
  expect(ahead).toEqual([]);
  const link = page.getByRole('main').locator('a[href="/planos"]');
  await link.hover();
  await expect.poll(() => ahead).toEqual(['/planos']);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nossos Planos Flexíveis');
  const deliveryType = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return (entry as PerformanceResourceTiming & { deliveryType?: string }).deliveryType;
  });
  expect(deliveryType).toBe('navigational-prefetch');
});

for (const savesData of [false, true]) {
  const what = savesData ? 'asks for nothing ahead' : 'asks for the page as the finger goes down';
  test(`the phone of a visitor who ${savesData ? 'saves' : 'does not save'} data ${what}`, async ({
    page,
    context,
    site,
    ahead,
  }) => {
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: savesData });
    await page.goto(site.url);
    await page.getByRole('main').locator('a[href="/planos"]').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nossos Planos Flexíveis');
    expect(ahead).toEqual(savesData ? [] : ['/planos']);
  });
}

test('a page fetched ahead takes the visitor to the section, and clears the hash there', async ({
  page,
  site,
  ahead,
}) => {
  await page.goto(`${site.url}/planos/tecnologia`);
  const link = page.getByRole('main').locator('a[href="/#contato"]').first();
  await link.hover();
  await expect.poll(() => ahead).toEqual(['/']);
  await link.click();
  await expect(page.getByRole('heading', { name: 'Vamos Conversar?' })).toBeInViewport();
  await expect(page).toHaveURL(`${site.url}/`);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const takes = reducedMotion === 'reduce' ? 'changes at once' : 'fades over';
  test(`under reduced motion “${reducedMotion}”, one page ${takes} to the next`, async ({
    page,
    browserName,
  }) => {
    test.skip(browserName !== 'chromium', 'only Chromium and Safari have them between pages');
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      addEventListener('pagereveal', (event) => {
        document.documentElement.dataset['transition'] = String(event.viewTransition !== null);
      });
    });
    await page.goto('/planos');
    await page
      .getByRole('link', { name: /^Saiba Mais/ })
      .first()
      .click();
    await expect(page).toHaveURL('/planos/tecnologia');
    await expect(page.locator('html')).toHaveAttribute(
      'data-transition',
      String(reducedMotion === 'no-preference'),
    );
  });
}

test('a link to a section of the page itself fetches nothing', async ({ page, site, ahead }) => {
  await page.goto(site.url);
  await page.getByRole('navigation').getByRole('link', { name: 'Serviços' }).hover();
  await page.getByRole('main').locator('a[href="/planos"]').hover();
  // The second link shows that the browser has had its time for the first.
  await expect.poll(() => ahead).toEqual(['/planos']);
});
