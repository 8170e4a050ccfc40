/** What a page leaves for after its first paint, and what it must not leave. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { untilHydrated } from './support/hydration.ts';
import { untilLaidOut } from './support/settle.ts';

const PHONE = { width: 360, height: 740 };

/** What each document of this page left for later, and whether anything was painted at its end. */
async function watchLayout(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const seen = { said: 'laid out at once' };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const painted = performance.getEntriesByName('first-contentful-paint').length > 0;
      if (document.documentElement.dataset['top'] !== undefined) seen.said = 'left for later';
      else seen.said += painted ? ', done after the paint' : ', done before the paint';
    }).observe(document, { attributeFilter: ['data-top'], subtree: true });
  });
  return async () => {
    await untilLaidOut(page);
    return page.evaluate(() => (window as unknown as { seen: { said: string } }).seen.said);
  };
}

async function expectWhole(page: Page): Promise<void> {
  for (const section of await page.locator('main > section').all()) {
    await expect(section).toHaveCSS('content-visibility', 'visible');
  }
}

test('a page that opens at its top is laid out as a whole once that can be seen', async ({
  page,
}) => {
  const layout = await watchLayout(page);
  await page.goto('/');
  await expect.poll(layout).toBe('left for later, done after the paint');
  await expect(page.locator('#contato')).toHaveCSS('content-visibility', 'visible');
});

test('on a phone, what follows the hero is laid out right after the first paint', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const next = document.querySelector('#sobre-nós');
      if (next) seen.push(getComputedStyle(next).getPropertyValue('content-visibility'));
    }).observe(document, { attributeFilter: ['data-top'], subtree: true });
  });
  await page.goto('/');
  const visibility = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await expect.poll(visibility).toEqual(['hidden', 'visible']);
  await expect(page.locator('#sobre-nós').getByRole('heading', { level: 2 })).toBeVisible();
});

for (const [what, address] of [
  ['a section', '/#contato'],
  ['words that a search engine found', '/#:~:text=Vamos%20Conversar'],
] as const) {
  test(`a page that opens at ${what} is laid out as a whole at once, also when it is loaded again`, async ({
    page,
  }) => {
    const layout = await watchLayout(page);
    await page.goto(address);
    expect(await layout()).toBe('laid out at once');
    await expect(page.getByRole('heading', { name: 'Vamos Conversar?' })).toBeInViewport();
    await page.reload();
    expect(await layout()).toBe('laid out at once');
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

test.describe('a browser that says nothing of its paints', () => {
  test.use({ viewport: PHONE });

  const keepPaintsSecret = (page: Page) =>
    page.addInitScript(() => {
      PerformanceObserver.prototype.observe = () => undefined;
    });

  test('gets script all the same', async ({ page }) => {
    await keepPaintsSecret(page);
    await page.clock.install();
    await page.goto('/');
    await page.clock.fastForward(3_000);
    await expectWhole(page);
    await page.getByRole('navigation').hover();
    await untilHydrated(page.getByRole('navigation'));
  });

  test('gets it at once when the visitor does something', async ({ page }) => {
    await keepPaintsSecret(page);
    // Time stands still: the wait for a paint never ends by itself.
    await page.clock.install();
    await page.goto('/');
    await page.clock.pauseAt(Date.now() + 1_000);
    await page.locator('summary').click();
    await expect(page.locator('details.menu')).toHaveAttribute('open');
    await expect(
      page.locator('summary').locator('xpath=ancestor::astro-island'),
    ).not.toHaveAttribute('ssr');
  });

  test('gets it as well where it cannot even be asked', async ({ page, complaints }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'PerformanceObserver');
    });
    await page.goto('/');
    await expectWhole(page);
    await page.getByRole('navigation').hover();
    await untilHydrated(page.getByRole('navigation'));
    expect(complaints.splice(0)).toEqual(['PerformanceObserver is not defined']);
  });
});

test.describe('nothing is left for later', () => {
  test.use({ viewport: PHONE });

  test('where something between forbids the page its script', async ({ page, complaints }) => {
    await page.route('/', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-security-policy': "script-src 'none'" };
      await route.fulfill({ response, headers });
    });
    await page.goto('/');
    await expectWhole(page);
    await page.locator('summary').click();
    await page.getByRole('navigation').getByRole('link', { name: 'Contato' }).click();
    await expect(page.getByRole('heading', { name: 'Vamos Conversar?' })).toBeInViewport();
    expect(complaints.splice(0).join()).toContain('Content Security Policy');
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test('at all', async ({ page }) => {
      await page.goto('/');
      await expectWhole(page);
    });
  });
});

test('a document that comes in pieces is left as it is once its beginning has been painted', async ({
  page,
  siteUrls,
}) => {
  const html = await (await fetch(siteUrls.configured)).text();
  const half = html.indexOf('<section id="contato"');
  expect(half).toBeGreaterThan(0);
  let sendRest = (): void => undefined;
  const slowServer = createServer(({ url }, response) => {
    if (url !== '/') {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.write(html.slice(0, half));
    sendRest = () => response.end(html.slice(half));
  });
  await new Promise<void>((resolve) => slowServer.listen(0, resolve));
  const { port } = slowServer.address() as AddressInfo;
  try {
    const layout = await watchLayout(page);
    await page.goto(`http://localhost:${port}/`, { waitUntil: 'commit' });
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByType('paint').length))
      .toBeGreaterThan(0);
    sendRest();
    await page.waitForLoadState();
    expect(await layout()).toBe('laid out at once');
  } finally {
    slowServer.close();
    slowServer.closeAllConnections();
  }
});
