/** `npm run dev` shows a developer what visitors get. */
import { ProjectCopy } from '../../scripts/project-copy.ts';
import { DevServer } from './support/dev-server.ts';
import { expect, test } from './support/fixtures.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('the scripts of the pages run on the dev server as in the build', async ({
  page,
  complaints,
}) => {
  test.setTimeout(120_000);
  const project = new ProjectCopy().create();
  const server = new DevServer(project.root);
  try {
    await expect.poll(() => server.url, { timeout: 60_000 }).not.toBe('');
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.clock.setFixedTime('2031-03-01T12:00:00-03:00');
    await page.goto(server.url, { timeout: 60_000 });

    await expect(page.getByRole('contentinfo')).toContainText('© 2031');
    await expect(page.locator('[type=speculationrules]')).toHaveCount(0);

    await page.locator('summary').evaluate((summary: HTMLElement) => {
      summary.click();
      document.querySelector<HTMLElement>('.menu a[href$="#contato"]')?.click();
    });
    await expect(page.locator('.menu')).not.toHaveAttribute('open');
    await expect(page.locator('.reveal').last()).toHaveAttribute('data-reveal');
  } finally {
    await server.stop();
    project.remove();
    complaints.length = 0;
  }
});
