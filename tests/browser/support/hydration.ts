import { expect, type Locator, type Page } from '@playwright/test';

/** Waits until the island that a part of the page belongs to answers by script. */
export async function untilHydrated(part: Locator): Promise<void> {
  await expect(part.locator('xpath=ancestor::astro-island')).not.toHaveAttribute('ssr');
  // React draws and starts to listen in tasks of its own; the first idle moment comes after them.
  await part.page().evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => {
          resolve();
        });
      }),
  );
}

/** Keeps every script on its way, as a slow line does. Returns what lets them arrive. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_astro/*.js*', async (route) => {
    await released;
    await route.continue();
  });
  return () => {
    release();
  };
}
