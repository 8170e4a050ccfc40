import { expect, test } from '../support/browser/fixtures.ts';

test('a page is prefetched while the visitor’s pointer rests on its link', async ({ page }) => {
  // Only the browser's own protocol reports it.
  const ahead = new Set<string>();
  const devTools = await page.context().newCDPSession(page);
  devTools.on('Preload.prefetchStatusUpdated', ({ prefetchUrl }) => {
    ahead.add(new URL(prefetchUrl).pathname);
  });
  await devTools.send('Preload.enable');
  await page.goto('/');
  // A link to a section of the same page prefetches nothing.
  await page.getByRole('navigation').getByRole('link', { name: 'Serviços' }).hover();
  const link = page.getByRole('link', { name: 'Ver Todos os Planos' });
  await link.hover();
  await expect.poll(() => [...ahead]).toEqual(['/planos']);
  await link.click();
  await expect(page).toHaveURL('/planos');
});
