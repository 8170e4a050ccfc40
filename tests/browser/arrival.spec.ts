/** How a visitor arrives at a page: from a link, on the way back, with an old or a locked browser. */
import { expect, test, watchRequests } from './support/fixtures.ts';

for (const [what, url] of [
  ['a section', '/#contato'],
  ['words that a search engine found', '/#:~:text=Vamos%20Conversar'],
] as const) {
  test(`a page that opens at ${what} shows it, also when it is loaded again`, async ({ page }) => {
    await page.goto(url);
    await expect(page.getByRole('heading', { name: 'Vamos Conversar?' })).toBeInViewport();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Vamos Conversar?' })).toBeInViewport();
  });
}

test('a visitor who comes back finds the page where they left it', async ({ page }) => {
  await page.goto('/');
  const link = page.getByRole('link', { name: 'Ver Detalhes: Mídia Social Estratégica' });
  await link.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => window.scrollY);
  expect(left).toBeGreaterThan(0);
  await link.click();
  await expect(page).toHaveURL('/planos/midia-social');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left);
  await expect(link).toBeInViewport();
});

test('a browser below the floor fetches no script, and its form posts itself', async ({
  page,
  endpoint,
  contact,
}) => {
  const scripts = watchRequests(page, 'script');
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'structuredClone');
  });
  await page.goto('/#contato');
  await contact.send();
  await expect.poll(() => endpoint.requests.length).toBe(1);
  expect(endpoint.requests[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(scripts).toEqual([]);
});
