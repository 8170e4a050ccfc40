import { expect, type Locator } from '@playwright/test';

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
