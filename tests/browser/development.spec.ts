/** What a developer sees of `npm run dev`. */
import { readFileSync, writeFileSync } from 'node:fs';
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

test('a developer who saves a schema or the configuration half-written gets the server again with the mend', async ({
  request,
  project,
  baseURL,
}) => {
  const [contact = ''] = project.urls();
  const files = 'astro.config.mjs package.json tsconfig.json .env src/schemas/plan.ts'.split(' ');
  writeFileSync(join(project.root, '.env'), '');
  for (const path of files.map((file) => join(project.root, file))) {
    const saved = (text: string | Buffer, said: string): Promise<void> => {
      const before = project.said().length;
      writeFileSync(path, text);
      return patient.poll(() => project.said().slice(before)).toContain(said);
    };
    const whole = readFileSync(path);
    await saved('CMS_BRANCH=~', 'server waits for a change');
    await saved(whole, `${baseURL}/`);
    await patient(async () => {
      expect((await request.get('/planos')).status()).toBe(200);
    }).toPass();
  }
  expect((await request.get(`${contact}/functions/v1/send-contact-email`)).status()).toBe(200);
});
