import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test as base } from './support/fixtures.ts';

const test = base.extend<{
  /** Paths that the browser asks for ahead of the visitor, which Playwright does not see. */
  ahead: string[];
}>({
  ahead: async ({}, use) => use([]),
  baseURL: async ({ siteUrls, ahead }, use) => {
    const site = createServer(({ headers, url = '' }, response) => {
      if (headers['sec-purpose']?.includes('prefetch')) ahead.push(decodeURI(url));
      forward(new URL(url, siteUrls.configured), { headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }).end();
    });
    await new Promise<void>((resolve) => site.listen(0, resolve));
    await use(`http://localhost:${(site.address() as AddressInfo).port}`);
    site.close();
    site.closeAllConnections();
  },
});

test('a page is fetched while the pointer rests on its link', async ({ page, ahead }) => {
  await page.goto('/');
  expect(ahead).toEqual([]);
  // A link to a section of the page itself fetches nothing.
  await page.getByRole('navigation').getByRole('link', { name: 'Serviços' }).hover();
  const link = page.getByRole('link', { name: 'Ver Todos os Planos' });
  await link.hover();
  await expect.poll(() => ahead).toEqual(['/planos']);
  await link.click();
  await expect(page).toHaveURL('/planos');
  const deliveryType = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return (entry as PerformanceResourceTiming & { deliveryType?: string }).deliveryType;
  });
  expect(deliveryType).toBe('navigational-prefetch');
});

for (const [dataSaverEnabled, asked] of [
  [false, ['/planos']],
  [true, []],
] as const) {
  const who = dataSaverEnabled ? 'saves' : 'does not save';
  test(`of who ${who} data, a click asks ahead for [${asked.join()}]`, async ({ page, ahead }) => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setDataSaverOverride', { dataSaverEnabled });
    await page.goto('/');
    await page.getByRole('link', { name: 'Ver Todos os Planos' }).click();
    await expect(page).toHaveURL('/planos');
    expect(ahead).toEqual(asked);
  });
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const takes = reducedMotion === 'reduce' ? 'changes at once' : 'fades over';
  test(`under motion “${reducedMotion}”, one page ${takes} to the next`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      addEventListener('pagereveal', (event) => {
        document.documentElement.dataset['transition'] = String(event.viewTransition !== null);
      });
    });
    await page.goto('/planos/tecnologia');
    await page.getByRole('link', { name: 'Voltar para Todos os Planos' }).click();
    await expect(page).toHaveURL('/planos');
    const fades = String(reducedMotion === 'no-preference');
    await expect(page.locator('html')).toHaveAttribute('data-transition', fades);
  });
}
