import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import sirv from 'sirv';
import { linkTargets } from '../content/check.ts';
import type { SiteContent } from '../content/collection.ts';
import type { Environment } from '../../src/lib/environment.ts';
import { siteUrl } from '../content/markdown/links.ts';
import { bundleEditor } from './bundle.ts';
import { editorConfig } from './config.ts';
import { COMMIT_FILE, editorPage } from './page.ts';
import type { PreviewedSite } from './preview/vite-plugin.ts';

/** The commit that is being built; empty without Git. */
function currentCommit(root: string): string {
  if (!existsSync(join(root, '.git'))) return '';
  return spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim();
}

/** A placeholder on a developer's machine, where the sign-in offers local files. */
const LOCAL_REPOSITORY = 'local/site';

/**
 * Serves the content editor: always in the dev server, in a build only if the environment names its repository.
 *
 * @param urlFolder of the editor's page, such as `admin`
 */
export function editor(
  content: SiteContent,
  environment: Environment,
  urlFolder: string,
): AstroIntegration {
  const { CMS_REPO, PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_ANON_KEY } = environment;
  const site: PreviewedSite = {
    base: '/',
    url: environment.SITE_URL,
    env: { PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_ANON_KEY },
  };
  let url = '';
  let bundleFolder = '';
  let contentFolder = '';
  let root = '';
  const page = (repo: string): string =>
    editorPage(
      editorConfig(repo, environment),
      linkTargets(content, contentFolder, siteUrl({ site: site.url, base: site.base })),
      url,
    );
  return {
    name: 'editor',
    hooks: {
      'astro:config:done': ({ config }) => {
        url = `${config.base.replace(/\/$/, '')}/${urlFolder}`;
        site.base = config.base;
        bundleFolder = fileURLToPath(new URL('editor/', config.cacheDir));
        contentFolder = fileURLToPath(new URL('content/', config.srcDir));
        root = fileURLToPath(config.root);
      },
      'astro:server:setup': ({ server }) => {
        let bundling = Promise.resolve();
        // Astro rejects URLs with a trailing slash before any other middleware runs, but static hosts serve this
        // page under one.
        server.httpServer?.prependListener('request', (request: IncomingMessage) => {
          if (request.url === `${url}/`) request.url = url;
        });
        // Vite has already removed the base path from the request's URL.
        server.middlewares.use(`/${urlFolder}`, (request, response, next) => {
          const serve = async (): Promise<void> => {
            const { pathname } = new URL(request.url ?? '/', 'http://localhost');
            if (pathname === '/') {
              response.setHeader('content-type', 'text/html; charset=utf-8');
              response.end(page(CMS_REPO ?? LOCAL_REPOSITORY));
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
      'astro:build:done': async ({ dir }) => {
        if (CMS_REPO === undefined) return;
        const folder = join(fileURLToPath(dir), urlFolder);
        await bundleEditor(bundleFolder, site);
        cpSync(bundleFolder, folder, { recursive: true });
        writeFileSync(join(folder, 'index.html'), page(CMS_REPO));
        writeFileSync(join(folder, COMMIT_FILE), currentCommit(root));
      },
    },
  };
}
