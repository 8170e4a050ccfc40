import { expect, test } from '../support/browser/fixtures.ts';
import { changeHtml } from '../support/browser/page.ts';

test('an attacker cannot turn text into code or markup', async ({ page, consoleErrors }) => {
  await page.goto('/');
  const refusals = await page.evaluate(() => {
    const attempts = [
      () => (document.createElement('script').text = 'document.title = "owned"'),
      () => (document.body.innerHTML = '<img src="x" onerror="document.title = 1">'),
      // eslint-disable-next-line @typescript-eslint/no-implied-eval
      () => setTimeout('document.title = "owned"'),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'went through';
      } catch (error) {
        return (error as Error).message;
      }
    });
  });
  for (const refusal of refusals) expect(refusal).toContain('Trusted');
  await expect.poll(() => consoleErrors.length).toBeGreaterThanOrEqual(refusals.length);
  consoleErrors.length = 0;
});

test('an attacker cannot run markup in a page’s HTML', async ({ page, consoleErrors }) => {
  const injected = '<script>document.title = "owned"</script><img src="x" onerror="alert(1)">';
  await changeHtml(page, '**/planos', (html) => html.replace('<main', `${injected}<main`));
  await page.goto('/planos');
  await expect(page).not.toHaveTitle('owned');
  await expect.poll(() => consoleErrors.join()).toContain('script-src-elem');
  await expect.poll(() => consoleErrors.join()).toContain('script-src-attr');
  consoleErrors.length = 0;
});

test('no other site can put a page into a frame', async ({ page, baseURL, consoleErrors }) => {
  await page.route('http://elsewhere.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${baseURL}/planos"></iframe>` }),
  );
  // Chromium blocks requests from other sites to this machine.
  await page.route('**/planos', async (route) => {
    await route.fulfill({ response: await route.fetch() });
  });
  await page.goto('http://elsewhere.example/');
  await expect.poll(() => consoleErrors.join()).toContain('frame-ancestors');
  const framedHeading = page.frameLocator('iframe').getByRole('heading', { level: 1 });
  await expect(framedHeading).toHaveCount(0);
  consoleErrors.length = 0;
});
