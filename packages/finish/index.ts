import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { z } from 'zod';
import { addLicenses, LICENSES_FILE } from './licenses.ts';
import { fitPolicy } from './policy-in-page.ts';
import { scriptsBehindFirstScreen } from './scripts-behind-first-screen.ts';
import { sonnerStyleFromFile } from './sonner-style.ts';

const OPTIONS = z.strictObject({
  /** Comment in a page where scripts may begin to run. */
  firstScreenEnd: z.string().startsWith('<!--'),
  /** Whose code or files pages contain, besides what Vite bundles. */
  licenses: z.strictObject({
    packages: z.array(z.string()),
    /** License files, by the name of what they belong to. */
    files: z.record(z.string(), z.string()),
  }),
});

/** Removed from each island: an ID, which differs with the build's folder, and a name. No script reads them. */
const UNREAD = /(?<=<astro-island) uid="[^"]*"|(?<= opts="\{)&quot;name&quot;:&quot;[^&]*&quot;,/g;

/** The file of a page, by the path that Astro reports. */
function fileOf(pathname: string, dir: URL): URL {
  const path = pathname.replace(/\/$/, '');
  const file = new URL(`${path}.html`, dir);
  return existsSync(file) ? file : new URL(`${path === '' ? '' : `${path}/`}index.html`, dir);
}

/**
 * Adds to a build the steps for which Astro and sonner have no option (docs/performance.md). Changes only the
 * pages that Astro reports: files from `public` stay as they are. Register it before integrations that read
 * the finished pages.
 */
export function finish(options: z.input<typeof OPTIONS>): AstroIntegration {
  const { data, error } = OPTIONS.safeParse(options);
  if (error) throw new Error(`packages/finish: ${z.prettifyError(error)}`);
  return {
    name: 'finish',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command !== 'build') return;
        const license = { fileName: LICENSES_FILE };
        updateConfig({ vite: { plugins: [sonnerStyleFromFile()], build: { license } } });
      },
      'astro:build:done': async ({ dir, pages: built }) => {
        for (const { pathname } of built) {
          const file = fileOf(pathname, dir);
          const asBuilt = await readFile(file, 'utf8');
          const count = (part: string | RegExp): number => asBuilt.split(part).length - 1;
          if (count(UNREAD) !== 2 * count('<astro-island')) {
            throw new Error('Astro writes islands in another way: adapt packages/finish/index.ts.');
          }
          const fitted = fitPolicy(asBuilt.replace(UNREAD, ''), fileURLToPath(file));
          await writeFile(file, scriptsBehindFirstScreen(fitted, data.firstScreenEnd));
        }
        await addLicenses(fileURLToPath(dir), data.licenses);
      },
    },
  };
}
