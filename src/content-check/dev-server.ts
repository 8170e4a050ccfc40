/** Shows mistakes where somebody looks while editing: over the page, and instead of it. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { AstroIntegrationLogger } from 'astro';
import type { Connect, ErrorPayload, ViteDevServer } from 'vite';
import { ADVICE, mistakesPage } from './mistakes-page.ts';

/**
 * Astro writes down what it has read of the content half a second after the last change, and takes
 * a second change within a second for an echo of the first.
 */
const ASTRO_WRITES_MS = 1_000;
/** Where it does, below the project's root. */
const ASTRO_STORE = '.astro/data-store.json';
/**
 * So often, and as long, may a page on a slow machine still fail over a mistake that is mended. What
 * fails after that is another mistake, which somebody has to see.
 */
const MAX_LATE_FAILURES = 5;
const ASTRO_CATCHES_UP_MS = 30_000;

/** Checks all content again, and returns the report where there is one to make. */
type Check = () => Promise<string | undefined>;

/**
 * Content may quote HTML, and whether the error overlay takes its message for HTML depends on
 * Astro's version: these look like tags and are none.
 */
function withoutTags(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}

function overlay(message: string): ErrorPayload {
  const err = {
    name: 'Conteúdo',
    title: 'O conteúdo tem erro',
    message: withoutTags(message),
    stack: ADVICE,
  };
  return { type: 'error', err };
}

/** What the server knows about the content at this moment. */
export class ContentWatch {
  #message: string | undefined;
  #mendedAt = -Infinity;
  #lateFailures = 0;
  #checking = Promise.resolve();
  #check: Check;
  #folder: string;

  constructor(folder: string, check: Check) {
    this.#folder = folder;
    this.#check = check;
  }

  /** Reports on every change, in the terminal and on open pages. */
  watch(server: ViteDevServer, logger: AstroIntegrationLogger): void {
    const { hot } = server.environments.client;
    const send: (...args: unknown[]) => void = hot.send.bind(hot);
    const store = join(server.config.root, ASTRO_STORE);

    /** Has Astro read again what it wrote: of two quick changes it may have missed the second. */
    const reloadMended = async (): Promise<void> => {
      await setTimeout(ASTRO_WRITES_MS);
      server.watcher.emit('change', store);
      send({ type: 'full-reload' });
    };

    const recheck = async (): Promise<void> => {
      const before = this.#message;
      this.#message = await this.#check();
      if (this.#message !== undefined) {
        logger.error(this.#message);
        hot.send(overlay(this.#message));
      } else if (before !== undefined) {
        logger.info('O conteúdo está em ordem de novo.');
        this.#mendedAt = performance.now();
        this.#lateFailures = 0;
        await reloadMended();
      }
    };
    server.watcher.on('all', (_event, file) => {
      if (!file.startsWith(this.#folder)) return;
      this.#checking = this.#checking.then(recheck).catch((error: unknown) => {
        logger.error(`A conferência do conteúdo parou: ${String(error)}`);
      });
    });

    // Also for a page that was open before the server started.
    hot.on('vite:client:connect', (_data, client) => {
      if (this.#message !== undefined) client.send(overlay(this.#message));
    });

    // Astro has an English message of its own for most mistakes.
    hot.send = (...args: [unknown, unknown?]) => {
      const isError = (args[0] as { type?: unknown }).type === 'error';
      if (isError && this.#message !== undefined) send(overlay(this.#message));
      else if (isError && this.#mayBeLate()) {
        this.#lateFailures += 1;
        void reloadMended();
      } else send(...args);
    };
  }

  #mayBeLate(): boolean {
    const isSoon = performance.now() < this.#mendedAt + ASTRO_CATCHES_UP_MS;
    return isSoon && this.#lateFailures < MAX_LATE_FAILURES;
  }

  /** Answers for every page while there are mistakes: rendered, it would fail in English. */
  middleware(client: string): Connect.NextHandleFunction {
    return (request, response, next) => {
      if (!request.headers.accept?.includes('text/html')) {
        next();
        return;
      }
      void this.#checking.then(() => {
        if (this.#message === undefined) {
          next();
          return;
        }
        response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' });
        response.end(mistakesPage(this.#message, client));
      });
    };
  }
}
