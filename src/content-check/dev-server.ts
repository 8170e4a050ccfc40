/** Shows errors where somebody looks while editing: in the terminal, and instead of the page. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AstroIntegrationLogger } from 'astro';
import type { ViteDevServer } from 'vite';
import { checkContent } from './check.ts';
import { report } from './report.ts';

/** Astro is busy for a moment after each change, and for good where `content.config.ts` has an error. */
const MAX_ATTEMPTS = 100;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** @param client URL of Vite's script, which reloads the page once all is well */
function reportPage(message: string, client: string): string {
  const text = message.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
  return `<!doctype html>
<html lang="pt-BR">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>O conteúdo tem erro</title>
  <style>
    body { max-width: 60rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; color-scheme: light dark }
    pre { white-space: pre-wrap }
  </style>
  <script type="module" src="${client}"></script>
  <h1>O conteúdo tem erro</h1>
  <pre>${text}</pre>
  <p>Corrija e salve o arquivo: a página volta sozinha.</p>
</html>
`;
}

/** What changes whenever somebody saves a file. */
function fingerprint(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false });
      return `${name} ${stats?.mtimeMs ?? 0} ${stats?.size ?? 0}`;
    })
    .join('\n');
}

interface Watched {
  server: ViteDevServer;
  folder: string;
  /** Has Astro read all content again; false where it is too busy with its own start to do so. */
  refreshContent: () => Promise<boolean>;
  logger: AstroIntegrationLogger;
}

/** Checks the content now and after each change. While it has errors, every page is their report. */
export function checkWhileEditing({ server, folder, refreshContent, logger }: Watched): void {
  let message: string | undefined;
  let isQueued = false;

  async function check(): Promise<void> {
    isQueued = false;
    const before = message;
    let seen: string;
    let isRead: boolean;
    let attempts = 0;
    do {
      attempts += 1;
      // The watcher keeps a second change to itself that follows the first within milliseconds.
      seen = fingerprint(folder);
      const problems = await checkContent(folder);
      message = problems.length === 0 ? undefined : report(problems);
      isRead = message !== undefined || (await refreshContent());
    } while ((!isRead && attempts < MAX_ATTEMPTS) || fingerprint(folder) !== seen);
    if (message === before) return;
    if (message === undefined) logger.info('O conteúdo está em ordem de novo.');
    else logger.error(message);
    server.environments.client.hot.send({ type: 'full-reload' });
  }

  let checking = Promise.resolve();
  function queueCheck(): void {
    if (isQueued) return;
    isQueued = true;
    checking = checking.then(check).catch((error: unknown) => {
      logger.error(`A conferência do conteúdo parou: ${String(error)}`);
    });
  }
  queueCheck();
  server.watcher.on('all', (_event, file) => {
    if (file.startsWith(folder)) queueCheck();
  });
  server.middlewares.use((request, response, next) => {
    if (!request.headers.accept?.includes('text/html')) {
      next();
      return;
    }
    void checking.then(() => {
      if (message === undefined) {
        next();
        return;
      }
      response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' });
      response.end(reportPage(message, `${server.config.base}@vite/client`));
    });
  });
}
