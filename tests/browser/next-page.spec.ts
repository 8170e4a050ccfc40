import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures.ts';

/** Prefetched paths, which only the browser's own protocol reports. */
async function watchPrefetches(page: Page, dataSaverEnabled = false): Promise<Set<string>> {
  const paths = new Set<string>();
  const devTools = await page.context().newCDPSession(page);
  devTools.on('Preload.prefetchStatusUpdated', ({ prefetchUrl }) => {
    paths.add(new URL(prefetchUrl).pathname);
  });
  await devTools.send('Preload.enable');
  await devTools.send('Emulation.setDataSaverOverride', { dataSaverEnabled });
  return paths;
}

test('a page is prefetched while the visitor’s pointer rests on its link', async ({ page }) => {
  const ahead = await watchPrefetches(page);
  await page.goto('/');
  // A link to a section of the same page prefetches nothing.
  await page.getByRole('navigation').getByRole('link', { name: 'Serviços' }).hover();
  const link = page.getByRole('link', { name: 'Ver Todos os Planos' });
  await link.hover();
  await expect.poll(() => [...ahead]).toEqual(['/planos']);
  await link.click();
  await expect(page).toHaveURL('/planos');
});

test('a visitor who saves data prefetches nothing', async ({ page }) => {
  const ahead = await watchPrefetches(page, true);
  await page.goto('/');
  await page.getByRole('link', { name: 'Ver Todos os Planos' }).click();
  await expect(page).toHaveURL('/planos');
  expect([...ahead]).toEqual([]);
});

test('one page fades over to the next, unless the visitor prefers reduced motion', async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      document.documentElement.dataset['transition'] = String(event.viewTransition !== null);
    });
  });
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/planos/tecnologia');
    await page.getByRole('link', { name: 'Voltar para Todos os Planos' }).click();
    const fades = String(reducedMotion === 'no-preference');
    await expect(page.locator('html')).toHaveAttribute('data-transition', fades);
  }
});
