/** A site that was at the same address before, and its service worker: docs/deploy.md. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../support/browser/fixtures.ts';

const GUIDE = readFileSync('docs/deploy.md', 'utf8');
const [, ENDS_WORKER = ''] = /```js\n(addEventListener[^]*?)```/.exec(GUIDE) ?? [];

/** Shows its own page whatever the server sends, as old sites do that work offline. */
const OLD_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(
  new Response('<title>Antigo</title>', { headers: { 'content-type': 'text/html' } })));`;
const OLD_PAGE = `<title>Antigo</title><script>navigator.serviceWorker.register('/sw.js')</script>`;

test('the guide’s file ends the service worker of an old site, which otherwise goes on showing it @chromium', async ({
  page,
}) => {
  const files: Record<string, string | undefined> = { '/': OLD_PAGE, '/sw.js': OLD_WORKER };
  const server = createServer(({ url = '' }, response) => {
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(files[url] === undefined ? 404 : 200, { 'content-type': type });
    response.end(files[url]);
  }).listen(0);
  const address = `http://localhost:${(server.address() as AddressInfo).port}/`;
  try {
    await page.goto(address);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    Object.assign(files, { '/': '<title>Novo</title>', '/sw.js': undefined });
    await page.reload();
    await page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready;
      await worker.update().catch(() => undefined);
    });
    await page.reload();
    await expect(page).toHaveTitle('Antigo');

    files['/sw.js'] = ENDS_WORKER;
    await page.reload();
    await expect(page).toHaveTitle('Novo');
    await page.reload();
    await expect(page).toHaveTitle('Novo');
  } finally {
    server.close();
  }
});
