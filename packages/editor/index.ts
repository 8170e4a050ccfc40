import { cpSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import sirv from 'sirv';
import { z } from 'zod';
import { readFolder } from '@site/content/folder';
import { linkTargets } from '@site/content/links';
import type { SiteContent } from '@site/content/collection';
import { siteUrl } from '@site/content/markdown/links';
import { bundleEditor } from './bundle.ts';
import { editorConfig } from './config.ts';
import { COMMIT_FILE, editorPage } from './page.ts';
import type { PreviewedSite } from './preview/vite-plugin.ts';
import { currentCommit, folderInRepository } from './source-commit.ts';

/** A placeholder on a developer's machine, where the sign-in asks for local files in a folder of this name. */
const localRepository = (root: string): string => `local/${basename(root)}`;

const OPTIONS = z.strictObject({
  content: z.custom<SiteContent>((value) => (value as SiteContent | undefined)?.collections),
  /** Module of the site for the browser (site.ts), from the project's root. */
  site: z.string(),
  /** Of the editor's page, such as `admin`. */
  urlFolder: z.string(),
  /** Such as `empresa/site`; a build without it has no editor. */
  repo: z.string().optional(),
  branch: z.string(),
  authUrl: z.url().optional(),
  signIn: z.strictObject({ url: z.url(), key: z.string(), scope: z.string() }).optional(),
  publicEnv: z.record(z.templateLiteral(['PUBLIC_', z.string()]), z.string().optional()),
});

/** Serves the content editor: always in the dev server, in a build only if its repository is named. */
export function editor(options: z.input<typeof OPTIONS>): AstroIntegration {
  const { data, error } = OPTIONS.safeParse(options);
  if (error) throw new Error(`packages/editor: ${z.prettifyError(error)}`);
  const { content, urlFolder, repo, branch, authUrl, signIn } = data;
  const site: PreviewedSite = { module: '', base: '/', url: '', env: data.publicEnv };
  let url = '';
  let bundleFolder = '';
  let contentFolder = '';
  let root = '';
  const page = (named: string): string => {
    const base = site.base.replace(/\/$/, '');
    const project = repo === undefined ? '' : folderInRepository(root);
    const folder = project + relative(root, contentFolder).replaceAll(sep, '/');
    const repository = { repo: named, branch, authUrl, signIn, contentFolder: folder };
    const config = editorConfig(content.collections, repository, site.url, base);
    const homeUrl = siteUrl({ site: site.url, base: site.base });
    const targets = linkTargets(content, readFolder(content, contentFolder, homeUrl));
    return editorPage({ config, targets, signIn }, url);
  };
  return {
    name: 'editor',
    hooks: {
      'astro:config:done': ({ config }) => {
        url = `${config.base.replace(/\/$/, '')}/${urlFolder}`;
        site.base = config.base;
        site.url = config.site ?? '';
        site.module = fileURLToPath(new URL(data.site, config.root));
        bundleFolder = fileURLToPath(new URL('editor/', config.cacheDir));
        contentFolder = fileURLToPath(new URL('content/', config.srcDir));
        root = fileURLToPath(config.root);
      },
      'astro:server:setup': ({ server }) => {
        let bundling = Promise.resolve();
        // Astro rejects URLs with a trailing slash before any other middleware runs, but static hosts serve this
        // page under one.
        server.httpServer?.prependListener('request', (request: IncomingMessage) => {
          const [path, ...query] = (request.url ?? '').split('?');
          if (path === `${url}/`) request.url = [url, ...query].join('?');
        });
        // Vite has already removed the base path from the request's URL.
        server.middlewares.use(`/${urlFolder}`, (request, response, next) => {
          const serve = async (): Promise<void> => {
            const { pathname } = new URL(request.url ?? '/', 'http://localhost');
            if (pathname === '/') {
              response.setHeader('content-type', 'text/html; charset=utf-8');
              response.end(page(repo ?? localRepository(root)));
              return;
            }
            // One after the other: two bundlers would write to the same folder.
            const bundle = () => bundleEditor(bundleFolder, site);
            if (pathname === '/editor.js') bundling = bundling.then(bundle, bundle);
            await bundling;
            sirv(bundleFolder, { dev: true })(request, response, next);
          };
          serve().catch(next);
        });
      },
      'astro:build:done': async ({ dir, logger }) => {
        if (repo === undefined) return;
        const folder = join(fileURLToPath(dir), urlFolder);
        await bundleEditor(bundleFolder, site);
        cpSync(bundleFolder, folder, { recursive: true });
        writeFileSync(join(folder, 'index.html'), page(repo));
        const commit = currentCommit(root);
        if (commit === '')
          logger.info('Without Git or the host’s commit, it cannot say when a change is live.');
        writeFileSync(join(folder, COMMIT_FILE), commit);
      },
    },
  };
}
