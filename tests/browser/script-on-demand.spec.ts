import type { Page } from '@playwright/test';
import { ALL_PAGES, expect, test, watchScripts } from './support/fixtures.ts';
import { untilHydrated } from './support/hydration.ts';

/** Addresses of every style sheet that the page asks for, from now on. */
function watchSheets(page: Page): string[] {
  const sheets: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') sheets.push(request.url());
  });
  return sheets;
}

for (const address of ALL_PAGES) {
  test(`${address} asks for no script and no style sheet until the visitor wants it`, async ({
    page,
  }) => {
    const scripts = watchScripts(page);
    const sheets = watchSheets(page);
    await page.goto(address, { waitUntil: 'networkidle' });
    expect([...scripts, ...sheets]).toEqual([]);
  });
}

test('the toasts’ styles come with the toaster', async ({ page }) => {
  const sheets = watchSheets(page);
  await page.goto('/');
  await page.locator('form').scrollIntoViewIfNeeded();
  await untilHydrated(page.locator('form'));
  await expect.poll(() => sheets.length).toBe(1);
});

test('reading a plan to its end, and once more, asks for no script', async ({ page }) => {
  const scripts = watchScripts(page);
  await page.goto('/planos/tecnologia');
  await page.mouse.wheel(0, 5000);
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  await page.reload();
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  expect(scripts).toEqual([]);
});

test('a page without a form never loads the toaster', async ({ page }) => {
  const scripts = watchScripts(page);
  await page.goto('/planos');
  await page.mouse.wheel(0, 5000);
  await page.getByRole('navigation').hover();
  await untilHydrated(page.getByRole('navigation'));
  expect(scripts.filter((url) => url.includes('Toaster'))).toEqual([]);
});

test('the Supabase client is fetched when the form is first touched, not earlier', async ({
  page,
}) => {
  const scripts = watchScripts(page);
  await page.goto('/');
  await page.locator('form').scrollIntoViewIfNeeded();
  await untilHydrated(page.locator('form'));
  expect(scripts.filter((url) => url.includes('supabaseClient'))).toEqual([]);
  await page.getByLabel('Nome').focus();
  await expect.poll(() => scripts.filter((url) => url.includes('supabaseClient')).length).toBe(1);
});

test('no page sets a cookie or asks another site for anything', async ({ page, context }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') foreign.push(request.url());
  });
  for (const address of ALL_PAGES) {
    await page.goto(address);
    await page.mouse.wheel(0, 10_000);
  }
  expect(foreign).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});
