import { watch } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, AstroIntegrationLogger } from 'astro';
import { checkContent } from './check.ts';
import { report } from './report.ts';

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

/**
 * Content may quote HTML, and whether the error overlay takes its message for HTML depends on
 * Astro's version: these look like tags and are none.
 */
function withoutTags(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}

/**
 * Stops a build over broken content before Astro's own, English message would, and shows the same
 * text in the terminal and in the browser while the dev server runs.
 */
export function contentCheck(): AstroIntegration {
  let contentFolder = '';
  let message: string | undefined;

  async function check(): Promise<string | undefined> {
    const problems = await checkContent(contentFolder);
    message = problems.length === 0 ? undefined : report(problems);
    return message;
  }

  /** The dev server cannot start over broken content, so it waits, and says what for. */
  async function waitUntilMended(logger: AstroIntegrationLogger): Promise<void> {
    const changes = watch(contentFolder, { recursive: true })[Symbol.asyncIterator]();
    let reported = message;
    logger.error(`${reported ?? ''}\n\nO servidor começa assim que o conteúdo estiver em ordem.`);
    while (reported !== undefined) {
      await changes.next();
      const now = await check();
      // One save is several changes to the file system.
      if (now !== undefined && now !== reported) logger.error(now);
      reported = now;
    }
    await changes.return?.();
  }

  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': async ({ config, command, updateConfig, logger }) => {
        if (command === 'preview') return;
        contentFolder = fileURLToPath(new URL('content/', config.srcDir));
        await check();
        if (message === undefined) return;
        if (command === 'dev') {
          await waitUntilMended(logger);
          return;
        }
        const error = new ContentError(message);
        // Thrown right here, Astro would put a line of English above the report.
        const configResolved = () => {
          throw error;
        };
        updateConfig({ vite: { plugins: [{ name: 'content-check', configResolved }] } });
      },
      'astro:server:setup': ({ server, logger }) => {
        const { hot } = server.environments.client;
        const payload = () => ({
          type: 'error' as const,
          err: {
            name: 'Conteúdo',
            title: 'O conteúdo tem erro',
            message: withoutTags(message ?? ''),
            stack: 'Corrija e salve o arquivo: a página volta sozinha.',
          },
        });

        // Also for a page that is opened, or reloaded, over a mistake of earlier.
        hot.on('vite:client:connect', (_data, client) => {
          if (message !== undefined) client.send(payload());
        });

        async function recheck(file: string): Promise<void> {
          if (!file.startsWith(contentFolder)) return;
          const wasBroken = message !== undefined;
          await check();
          if (message !== undefined) {
            logger.error(message);
            hot.send(payload());
          } else if (wasBroken) {
            logger.info('O conteúdo está em ordem de novo.');
            hot.send({ type: 'full-reload' });
          }
        }
        const onChange = (file: string) => void recheck(file);
        server.watcher.on('change', onChange).on('add', onChange).on('unlink', onChange);
      },
    },
  };
}
