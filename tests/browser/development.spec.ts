/** What a developer sees of code that fails, and of `npm run dev`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectConsoleErrors } from '../support/browser/console-errors.ts';
import { DevelopedProject } from '../support/browser/dev-server.ts';
import { expect, test } from '../support/browser/fixtures.ts';

const project = new DevelopedProject();

test('a build fails with the error when Markdown cannot be rendered, and publishes no site without plans', () => {
  const plugin = join(project.root, 'packages/content/markdown/headings.ts');
  const source = readFileSync(plugin, 'utf8');
  writeFileSync(plugin, source.replace('core.ruler.push', "throw new Error('broken plugin');\n$&"));
  expect(() => {
    project.build();
  }).toThrow('broken plugin');
  writeFileSync(plugin, source);
});

test('a developer sees the scripts of the pages run as in the build', async ({ page }) => {
  const server = await project.serve();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.clock.setFixedTime('2031-03-01T12:00:00-03:00');
  // The packages lie outside the copy of the project.
  expectConsoleErrors(page, /^Failed to load resource: .* 403 .*\/@fs\/.*\/node_modules\//);
  // On the first visit, Vite finds packages to bundle, and reloads the page.
  await page.goto(server.url, { waitUntil: 'networkidle' });
  await page.goto(server.url);
  await expect(page.getByRole('contentinfo')).toContainText('© 2031');
  await expect(page.locator('[type=speculationrules]')).toHaveCount(0);

  await page.locator('summary').evaluate((summary: HTMLElement) => {
    summary.click();
    document.querySelector<HTMLElement>('.menu a[href$="#contato"]')?.click();
  });
  await expect(page.locator('.menu')).not.toHaveAttribute('open');
  await expect(page.locator('.reveal').last()).toHaveAttribute('data-reveal');
});
