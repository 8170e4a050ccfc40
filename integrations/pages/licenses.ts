/** Completes Vite's list of licences, which covers only the code that Vite bundles. */
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { cwd } from 'node:process';
import { z } from 'zod';
import { BRAND } from '../../src/brand/brand.ts';

/** Relative to the built folder. */
export const LICENSES_FILE = 'licenses.txt';

/** Packages whose code is inlined into the HTML: island loader, base styles, icons. */
const IN_PAGES = ['astro', 'tailwindcss', '@iconify-json/lucide'];

/** The display face comes with its licence. */
const FACE_LICENSE = 'src/brand/fonts/LICENSE.txt';

const MANIFEST = z.object({ version: z.string(), license: z.string() });

async function entryOf(name: string): Promise<string> {
  const manifest = findPackageJSON(name, join(cwd(), 'package.json'));
  if (manifest === undefined) throw new Error(`The package ${name} is not installed.`);
  const folder = dirname(manifest);
  const { version, license } = MANIFEST.parse(JSON.parse(await readFile(manifest, 'utf8')));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : `\n${await readFile(join(folder, file), 'utf8')}`;
  return `\n## ${name} - ${version} (${license})\n${text}`;
}

export async function addLicenses(folder: string): Promise<void> {
  const entries = await Promise.all(IN_PAGES.map(entryOf));
  entries.push(`\n## ${BRAND.face.package}\n\n${await readFile(FACE_LICENSE, 'utf8')}`);
  await appendFile(join(folder, LICENSES_FILE), entries.join(''));
}
