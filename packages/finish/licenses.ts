/** Completes Vite's list of licenses, which covers only the code that Vite bundles. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { cwd } from 'node:process';
import { z } from 'zod';

/** Relative to the built folder. */
export const LICENSES_FILE = 'licenses.txt';

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

/**
 * @param folder of the built site
 * @param licenses of the site's options
 */
export async function addLicenses(
  folder: string,
  { packages, files }: { packages: string[]; files: Record<string, string> },
): Promise<void> {
  const entries = await Promise.all(packages.map(entryOf));
  for (const [name, file] of Object.entries(files)) {
    entries.push(`\n## ${name}\n\n${await readFile(file, 'utf8')}`);
  }
  // Reading fails if Vite has written none.
  const list = join(folder, LICENSES_FILE);
  await writeFile(list, (await readFile(list, 'utf8')) + entries.join(''));
}
