/** The longest and ugliest content that the rules let through, on the narrowest phone. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { serveSite, type SiteServer } from '../../local/site-server.ts';
import { COLLECTIONS, type Collection } from '../../src/schemas/collections.ts';
import { fillInOptionalFacts } from '../support/complete-content.ts';
import { expect, test } from './support/fixtures.ts';
import { ProjectCopy } from '../../scripts/project-copy.ts';

const NARROWEST_PHONE = { width: 320, height: 640 };
const BUILD_TIMEOUT_MS = 120_000;

/** Texts that are cut, or repeated, to the longest that a field takes. */
const HOSTILE_TEXTS = [
  '<img src=x onerror="window.hacked=true" ',
  '"<script src="data:,window.hacked=true" ',
  'Wm',
  '\'"&amp;`${x}{{x}}',
  '👩‍👩‍👧‍👦',
  'مرحبا ',
  '\u200Fשלום',
];

/** HTML as the check takes it: escaped, or as code. */
const BODY = [
  '# Topo \\<script>window.hacked=true\\</script>',
  '`<iframe src="javascript:window.parent.hacked=true"></iframe>`',
  'x'.repeat(10_000),
  '[Clique](/planos "onmouseover=window.hacked=true")',
  '- &lt;svg onload="window.hacked=true">',
].join('\n\n');

const anyImage = () => z.string() as unknown as ReturnType<Parameters<Collection['schema']>[0]>;

let turn = 0;

/** Fills every free text with the next hostile one, and leaves what has a notation of its own. */
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
    return (value as unknown[]).map((item) => fill(schema.element as z.ZodType, item));
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
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.md')) {
    const fields = fill(schema, parse(text.split('---\n')[1] ?? ''));
    writeFileSync(file, `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${BODY}\n`);
  } else {
    writeFileSync(file, JSON.stringify(fill(schema, JSON.parse(text))));
  }
}

const project = new ProjectCopy();
let site: SiteServer | undefined;

function siteUrl(): string {
  if (!site) throw new Error('The site is not being served.');
  return site.url;
}

// One worker, so one build.
test.describe.configure({ mode: 'default' });
// This file builds and serves a site of its own.
test.use({ baseURL: '' });

test.beforeAll(async () => {
  test.setTimeout(BUILD_TIMEOUT_MS);
  project.create();
  fillInOptionalFacts(project.contentFolder);
  for (const { files, schema } of Object.values<Collection>(COLLECTIONS)) {
    const paths =
      'file' in files
        ? [files.file]
        : readdirSync(join(project.contentFolder, files.folder))
            .filter((name) => name.endsWith(files.extension))
            .map((name) => `${files.folder}/${name}`);
    for (const path of paths) fillFile(join(project.contentFolder, path), schema(anyImage));
  }
  project.build();
  site = await serveSite({ folder: project.siteFolder });
});

test.afterAll(async () => {
  await site?.stop();
  project.remove();
});

for (const path of ['/', '/planos', '/planos/tecnologia', '/planos/midia-social', '/nao-existe']) {
  test(`hostile content on ${path} is text, and the page no wider than the phone`, async ({
    page,
  }) => {
    await page.setViewportSize(NARROWEST_PHONE);
    await page.goto(`${siteUrl()}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest).toBeLessThanOrEqual(NARROWEST_PHONE.width);
  });
}

test('the facts that are optional stand in the footer once they are filled in', async ({
  page,
}) => {
  const { hours, legalName } = JSON.parse(
    readFileSync(join(project.contentFolder, 'company.json'), 'utf8'),
  ) as { hours: string; legalName: string };
  await page.goto(`${siteUrl()}/planos`);
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(hours);
  await expect(footer).toContainText(legalName);
});

test('hostile texts stand on the page letter by letter', async ({ page }) => {
  const home = JSON.parse(readFileSync(join(project.contentFolder, 'pages/home.json'), 'utf8')) as {
    hero: { headline: string };
    plans: { heading: string };
  };
  await page.goto(siteUrl());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home.hero.headline);
  await expect(page.locator('#planos-home').getByRole('heading', { level: 2 })).toHaveText(
    home.plans.heading,
  );
});

test('a plan text with scripts shows them instead of running them', async ({ page }) => {
  await page.goto(`${siteUrl()}/planos/tecnologia`);
  const text = page.locator('.prose');
  await expect(text).toContainText('Topo <script>window.hacked=true</script>');
  await expect(text).toContainText('<iframe src="javascript:window.parent.hacked=true"></iframe>');
  await expect(text.getByRole('link', { name: 'Clique' })).toHaveAttribute('href', '/planos');
  await expect(text.locator('script, iframe, svg')).toHaveCount(0);
});
