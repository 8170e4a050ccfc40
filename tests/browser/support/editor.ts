/** The editor's page at `/admin/`. */
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { seedRepository } from './test-repository.ts';

/** It is two megabytes of script, on a machine that may be busy. */
const TIMEOUT_MS = 30_000;
export const patient = expect.configure({ timeout: TIMEOUT_MS });

/** The editor only draws the fields that are in view, and here all are. */
export const WITH_EDITOR = {
  build: 'complete',
  actionTimeout: TIMEOUT_MS,
  viewport: { width: 1280, height: 5000 },
} as const;

/** Opens an entry, such as `plans/entries/tecnologia`. */
export async function openEntry(page: Page, entry: string): Promise<void> {
  await page.goto(`/admin/#/collections/${entry}`);
  await patient(page.getByRole('button', { name: 'Salvar' })).toBeVisible();
}

/** Waits until a saved entry has made way for its list. */
export async function expectClosed(page: Page): Promise<void> {
  await patient(page).not.toHaveURL(/\/(?:entries\/|new)/);
}

/** Opens an entry of the test repository, for somebody who has signed in before. */
export async function startEditor(page: Page, contentFolder: string, entry: string): Promise<void> {
  await page.goto('/robots.txt');
  await seedRepository(page, contentFolder);
  await page.evaluate(() => {
    localStorage.setItem('sveltia-cms.user', JSON.stringify({ backendName: 'test-repo' }));
  });
  await openEntry(page, entry);
}

/** Puts a file into the only image field of an entry, without saving it. */
export async function replaceImage(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.getByRole('button', { name: 'Substituir imagem' }).click();
  await page.locator('input[type=file]').last().setInputFiles(file);
  // Files of another folder would be refused.
  await expect(page.getByRole('option', { name: 'Recursos Globais' })).toBeHidden();
  await page.getByRole('button', { name: 'Inserir' }).click();
}
