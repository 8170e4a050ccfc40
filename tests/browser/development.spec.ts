/** What a developer sees of `npm run dev`. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectConsoleErrors } from '../support/browser/console-errors.ts';
import { expect, patient, test } from '../support/browser/dev-server.ts';

test('a developer sees the scripts of the pages run as in the build', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.setFixedTime('2031-03-01T12:00:00-03:00');
  // The packages lie outside the copy of the project.
  expectConsoleErrors(page, /^Failed to load resource: .* 403 .*\/@fs\/.*\/node_modules\//);
  // On the first visit, Vite finds packages to bundle, and reloads the page.
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText('© 2031');

  await page.locator('summary').evaluate((summary: HTMLElement) => {
    summary.click();
    document.querySelector<HTMLElement>('.menu a[href$="#contato"]')?.click();
  });
  await expect(page.locator('.menu')).not.toHaveAttribute('open');
  await expect(page.locator('.reveal').last()).toHaveAttribute('data-reveal');
});

test('a developer who changes a schema or the configuration gets the server started again', async ({
  page,
  project,
  baseURL,
}) => {
  for (const file of ['astro.config.mjs', 'src/schemas/plan.ts']) {
    const isStarted = () => project.said().slice(before).includes(`${baseURL}/`);
    const before = project.said().length;
    appendFileSync(join(project.root, file), '\n');
    await patient.poll(isStarted).toBe(true);
    await patient(async () => {
      expect((await page.goto('/planos'))?.status()).toBe(200);
    }).toPass();
  }
});
