/** When the dev server looks at content that somebody is saving. */
import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { AstroIntegrationLogger } from 'astro';
import type { ViteDevServer } from 'vite';
import { expect, test, vi } from 'vitest';
import { ContentWatch } from '../../src/content-check/dev-server.ts';

const FOLDER = '/site/src/content/';
/** For so long after a change that it tells of, Vite's watcher keeps the next ones to itself. */
const SILENT_MS = 50;

test('content is read only once the watcher would have told of a further change', async () => {
  const watcher = new EventEmitter();
  const server = {
    config: { root: '/site' },
    environments: { client: { hot: { send: vi.fn(), on: vi.fn() } } },
    watcher,
  } as unknown as ViteDevServer;
  const readAtMs: number[] = [];
  const content = new ContentWatch(FOLDER, () => {
    readAtMs.push(performance.now());
    return Promise.resolve(undefined);
  });
  content.watch(server, { error: vi.fn(), info: vi.fn() } as unknown as AstroIntegrationLogger);

  let savedAtMs = 0;
  for (let step = 0; step < 4; step += 1) {
    await setTimeout(SILENT_MS);
    savedAtMs = performance.now();
    watcher.emit('all', 'change', `${FOLDER}plans/tecnologia.md`);
  }
  await vi.waitFor(() => {
    expect(readAtMs.length).toBeGreaterThan(0);
  });
  expect(Math.min(...readAtMs.map((ms) => ms - savedAtMs))).toBeGreaterThan(SILENT_MS);
});
