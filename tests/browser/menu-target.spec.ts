/** What a link of the phone's menu leads to can be seen, whether a script has closed the menu or not. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';
import { expect, test } from './support/fixtures.ts';
import { holdRequests } from './support/page.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

async function followMenuLink(page: Page): Promise<void> {
  await page.locator('summary').tap();
  await page.getByRole('navigation').getByRole('link', { name: 'Serviços' }).tap();
}

/** The section's heading is on the screen, and nothing lies over it. */
async function expectUncovered(page: Page): Promise<void> {
  const heading = page.locator('#serviços h2');
  await expect(heading).toBeInViewport({ ratio: 1 });
  const isOnTop = () =>
    heading.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 5, top + 5));
    });
  await expect.poll(isOnTop, 'nothing covers the heading').toBe(true);
}

test('below the menu, where the page’s script is forbidden', async ({ page, complaints }) => {
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': "script-src 'none'" };
    await route.fulfill({ response, headers });
  });
  await page.goto('/');
  await followMenuLink(page);
  await expectUncovered(page);
  expect(complaints.splice(0).join()).toContain('Content Security Policy');
});

test('below the menu while the rest of the page is on its way, and without a menu after that', async ({
  page,
}) => {
  const html = readFileSync(join(TEST_BUILDS.configured.folder, 'index.html'), 'utf8');
  const half = html.indexOf('id="contato"');
  const { promise: released, resolve: release } = Promise.withResolvers<null>();
  const server = createServer((request, response) => {
    if (request.url !== '/') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' }).write(html.slice(0, half));
    void released.then(() => response.end(html.slice(half)));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));

  const { port } = server.address() as AddressInfo;
  await page.goto(`http://localhost:${port}/`, { waitUntil: 'commit' });
  await followMenuLink(page);
  await expectUncovered(page);
  await expect(page.locator('.menu')).toHaveAttribute('open');

  release(null);
  await expect(page.locator('.menu')).not.toHaveAttribute('open');
  server.closeAllConnections();
  server.close();
});

test('right below the bar, which has no script of its own yet', async ({ page }) => {
  await holdRequests(page);
  await page.goto('/');
  await followMenuLink(page);
  await expect(page.locator('.menu')).not.toHaveAttribute('open');
  await expectUncovered(page);
  const bar = await page.getByRole('banner').boundingBox();
  const section = page.locator('#serviços');
  const top = () => section.evaluate((element) => element.getBoundingClientRect().top);
  await expect
    .poll(top, 'the section begins below the bar, by 1rem')
    .toBeLessThanOrEqual((bar?.height ?? 0) + 16);
});
