import { expect, test } from '../support/browser/fixtures.ts';
import { changeHtml } from '../support/browser/page.ts';

test('an attacker cannot run markup in a page’s HTML', async ({ page, consoleErrors }) => {
  const injected = '<script>document.title = "owned"</script><img src="x" onerror="alert(1)">';
  await changeHtml(page, '**/planos', (html) => html.replace('<main', `${injected}<main`));
  await page.goto('/planos');
  await expect(page).not.toHaveTitle('owned');
  await expect.poll(() => consoleErrors.join()).toContain('script-src-elem');
  await expect.poll(() => consoleErrors.join()).toContain('script-src-attr');
  consoleErrors.length = 0;
});
