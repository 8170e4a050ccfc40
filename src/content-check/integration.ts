import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { checkContent, report } from './check.ts';

/**
 * Stops a build over broken content before Astro's own, English message would, and shows the same
 * text in the browser while the dev server runs.
 */
export function contentCheck(): AstroIntegration {
  let contentFolder = '';
  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': ({ config, command, logger }) => {
        contentFolder = fileURLToPath(new URL('content/', config.srcDir));
        const problems = checkContent(contentFolder);
        if (problems.length === 0) return;
        if (command === 'build') {
          console.error(`\n${report(problems)}\n`);
          // The report above is the whole story; a stack trace would bury it.
          process.exit(1);
        }
        logger.error(report(problems));
      },
      'astro:server:setup': ({ server, logger }) => {
        const recheck = (file: string): void => {
          if (!file.startsWith(contentFolder)) return;
          const problems = checkContent(contentFolder);
          if (problems.length === 0) return;
          const message = report(problems);
          logger.error(message);
          server.hot.send({ type: 'error', err: { message, stack: '' } });
        };
        server.watcher.on('change', recheck).on('add', recheck).on('unlink', recheck);
      },
    },
  };
}
