/** The longest and ugliest content that the rules accept, on the narrowest phone. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { serveSite, type SiteServer } from '../../local/site-server.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { filesOf } from '@site/content/folder';
import { formatOf } from '@site/content/file-formats';
import type { Collection } from '@site/content/collection';
import { COLLECTIONS } from '../../src/schemas/collections.ts';
import { fillInOptionalFacts } from '../support/complete-content.ts';
import { expect, test } from '../support/browser/fixtures.ts';

const NARROWEST_PHONE = { width: 320, height: 640 };
const BUILD_TIMEOUT_MS = 120_000;

/** Texts that are cut or repeated to a field's maximum length. */
const HOSTILE_TEXTS = [
  '<img src=x onerror="window.hacked=true" ',
  '"<script src="data:,window.hacked=true" ',
  'Wm',
  '\'"&amp;`${x}{{x}}',
  '👩‍👩‍👧‍👦',
  'مرحبا ',
  '\u200Fשלום',
];

/** HTML that the check accepts: escaped, or as code. */
const BODY = [
  '# Topo \\<script>window.hacked=true\\</script>',
  '`<iframe src="javascript:window.parent.hacked=true"></iframe>`',
  'x'.repeat(10_000),
  '[Clique](/planos "onmouseover=window.hacked=true")',
  '- &lt;svg onload="window.hacked=true">',
].join('\n\n');

let turn = 0;

/** Fills every free text with the next hostile one; skips fields with a notation of their own. */
function fill(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = value as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(schema.shape as Record<string, z.ZodType>).map(([key, field]) => [
        key,
        fill(field, fields[key]),
      ]),
    );
  }
  if (schema instanceof z.ZodOptional) return fill(schema.unwrap() as z.ZodType, value);
  if (schema instanceof z.ZodArray) {
    // An optional list that the tests' content leaves out.
    return (value as unknown[] | undefined)?.map((item) => fill(schema.element as z.ZodType, item));
  }
  if (!(schema instanceof z.ZodString) || schema.maxLength === null) return value;
  const text = HOSTILE_TEXTS[turn % HOSTILE_TEXTS.length] ?? '';
  turn += 1;
  const longest = Array.from(text.repeat(schema.maxLength))
    .slice(0, schema.maxLength)
    .join('')
    .trim();
  const { success, data } = schema.safeParse(longest);
  return success ? data : value;
}

function fillFile(file: string, schema: z.ZodType): void {
  const isMarkdown = file.endsWith('.md');
  const format = formatOf(file);
  const fields = fill(schema, format.fromFile(readFileSync(file, 'utf8'))) as object;
  writeFileSync(file, format.toFile({ ...fields, ...(isMarkdown && { body: BODY }) }));
}

const project = new ProjectCopy();
let site: SiteServer | undefined;

// One worker for one build, which this file serves itself.
test.describe.configure({ mode: 'default' });
test.use({ baseURL: '', viewport: NARROWEST_PHONE });

test.beforeAll(async () => {
  test.setTimeout(BUILD_TIMEOUT_MS);
  const { contentFolder } = project.create();
  fillInOptionalFacts(contentFolder);
  for (const collection of Object.values<Collection>(COLLECTIONS)) {
    for (const file of filesOf(contentFolder, collection)) {
      fillFile(join(contentFolder, file), collection.schema);
    }
  }
  project.build();
  site = await serveSite({ folder: project.siteFolder });
});

test.afterAll(async () => {
  await site?.stop();
  project.remove();
});

const open = (page: Page, path: string) => page.goto(`${site?.url}${path}`);

const readContent = (file: string): unknown =>
  JSON.parse(readFileSync(join(project.contentFolder, file), 'utf8'));

test('hostile texts show letter by letter, run nothing and widen no page', async ({ page }) => {
  for (const path of ['/planos', '/planos/tecnologia', '/privacidade', '/nao-existe', '/']) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest, path).toBeLessThanOrEqual(NARROWEST_PHONE.width);
  }
  const { hero } = readContent('pages/home.json') as { hero: { headline: string } };
  const company = readContent('company.json') as { responseTime: string; legalName: string };
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hero.headline);
  await expect(page.getByRole('main')).toContainText(company.responseTime);
  await expect(page.getByRole('contentinfo')).toContainText(company.legalName);
});
