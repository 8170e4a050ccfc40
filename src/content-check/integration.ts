import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, AstroIntegrationLogger } from 'astro';
import type { Plugin } from 'vite';
import { checkContent } from './check.ts';
import { ContentWatch } from './dev-server.ts';
import { report } from './report.ts';

const LOOK_AGAIN_MS = 500;

/** Stops a build with the report and nothing else: a stack trace would bury it. */
class ContentError extends Error {
  constructor(message: string) {
    super(`\n${message}\n`);
    this.stack = '';
  }

  /** Astro looks here for the names of browser APIs to hint at, and content may say “window”. */
  override toString(): string {
    return this.name;
  }
}

/** Comes before Astro's own pages, and after what others serve: mistakes are mended in the editor. */
function reportInsteadOfPages(content: ContentWatch): Plugin {
  return {
    name: 'content-check:report',
    enforce: 'pre',
    configureServer: ({ middlewares, config }) => {
      return () => {
        middlewares.use(content.middleware(`${config.base}@vite/client`));
      };
    },
  };
}

/**
 * Stops a build over broken content before Astro's own, English message would, and shows the same
 * text in the terminal and in the browser while the dev server runs.
 */
export function contentCheck(): AstroIntegration {
  let contentFolder = '';
  let content: ContentWatch;

  async function check(): Promise<string | undefined> {
    const problems = await checkContent(contentFolder);
    return problems.length === 0 ? undefined : report(problems);
  }

  /** The dev server cannot start over broken content, so it waits, and says what for. */
  async function waitUntilMended(message: string, logger: AstroIntegrationLogger): Promise<void> {
    let reported: string | undefined = message;
    logger.error(`${reported}\n\nO servidor começa assim que o conteúdo estiver em ordem.`);
    while (reported !== undefined) {
      // Node's watcher loses a file that an editor saves by way of another.
      await setTimeout(LOOK_AGAIN_MS);
      const now = await check();
      if (now !== undefined && now !== reported) logger.error(now);
      reported = now;
    }
  }

  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': async ({ config, command, updateConfig, logger }) => {
        if (command === 'preview') return;
        contentFolder = fileURLToPath(new URL('content/', config.srcDir));
        const message = await check();
        if (command === 'dev') {
          if (message !== undefined) await waitUntilMended(message, logger);
          content = new ContentWatch(contentFolder, check);
          updateConfig({ vite: { plugins: [reportInsteadOfPages(content)] } });
          return;
        }
        if (message === undefined) return;
        const error = new ContentError(message);
        // Thrown right here, Astro would put a line of English above the report.
        const configResolved = () => {
          throw error;
        };
        updateConfig({ vite: { plugins: [{ name: 'content-check', configResolved }] } });
      },
      'astro:server:setup': ({ server, logger }) => {
        content.watch(server, logger);
      },
      // What was saved while the server started.
      'astro:server:start': () => {
        content.checkAgain();
      },
    },
  };
}
