/** Shows mistakes where somebody looks while editing: over the page, and instead of it. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { AstroIntegrationLogger } from 'astro';
import type { Connect, ErrorPayload, HotPayload, ViteDevServer } from 'vite';
import { passOn } from './checked-changes.ts';
import { ADVICE, MISTAKES_SHOWN, mistakesPage } from './mistakes-page.ts';

/** Where Astro writes down what it has read of the content, below the project's root. */
const ASTRO_STORE = '.astro/data-store.json';
/** Astro does so half a second after the last change: twice that. */
const ASTRO_WRITES_MS = 1_000;
/**
 * The watcher says nothing of a second change within 50 ms of the first, and editors save in two
 * steps, or by way of another file: what is read this long after the last change that the watcher
 * told of is what they meant.
 */
const SAVED_MS = 100;

/** Checks all content again, and returns the report where there is one to make. */
type Check = () => Promise<string | undefined>;

/**
 * Content may quote HTML, and whether the error overlay takes its message for HTML depends on
 * Astro's version: these look like tags and are none.
 */
function withoutTags(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}

const RELOAD: HotPayload = { type: 'full-reload' };

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
  /** Changed files that Astro has not been told of. */
  #unread: string[] = [];
  #checking = Promise.resolve();
  #isQueued = false;
  #changedAtMs = 0;
  #recheck = (): Promise<void> => Promise.resolve();
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

    const recheck = async (): Promise<void> => {
      const before = this.#message;
      const count = this.#unread.length;
      const message = await this.#check();
      if (message !== undefined) {
        this.#message = message;
        if (message !== before) logger.error(message);
        send(overlay(message));
        return;
      }
      passOn(server.watcher, this.#unread.splice(0, count));
      if (before === undefined) return;
      // Pages wait for this: until then, Astro may ask for a picture that has another name now.
      await setTimeout(ASTRO_WRITES_MS);
      this.#message = undefined;
      logger.info('O conteúdo está em ordem de novo.');
      // For a picture that is back, of which no text says anything new.
      server.watcher.emit('change', store);
      send(RELOAD);
    };
    server.watcher.on('all', (_event, file) => {
      if (!file.startsWith(this.#folder)) return;
      this.#unread.push(file);
      this.checkAgain();
    });
    this.#recheck = () =>
      recheck().catch((error: unknown) => {
        logger.error(`A conferência do conteúdo parou: ${String(error)}`);
      });

    // Also for a page that was open before the server started.
    hot.on('vite:client:connect', (_data, client) => {
      if (this.#message !== undefined) client.send(overlay(this.#message));
    });

    // The reload for the mended content came before that page could listen to it.
    hot.on(MISTAKES_SHOWN, (_data, client) => {
      if (this.#message === undefined) client.send(RELOAD);
    });

    // Astro has an English message of its own for most mistakes.
    hot.send = (...args: [unknown, unknown?]) => {
      if ((args[0] as { type?: unknown }).type !== 'error') {
        send(...args);
        return;
      }
      const before = this.#message;
      void this.#checking.then(() => {
        if (this.#message !== undefined) send(overlay(this.#message));
        // The error of a mistake that is mended left with the reload.
        else if (before === undefined) send(...args);
      });
    };
  }

  /** Many changes at once need one check. Pages wait for it. */
  checkAgain(): void {
    this.#changedAtMs = performance.now();
    if (this.#isQueued) return;
    this.#isQueued = true;
    this.#checking = this.#checking
      .then(() => this.#untilSaved())
      .then(() => {
        this.#isQueued = false;
        return this.#recheck();
      });
  }

  async #untilSaved(): Promise<void> {
    const leftMs = this.#changedAtMs + SAVED_MS - performance.now();
    if (leftMs <= 0) return;
    await setTimeout(leftMs);
    await this.#untilSaved();
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
