/**
 * Lets Astro read a change of the content only once the check has nothing to say of it. Having read
 * a mistake, and its mending while it still writes that down, Astro would keep a part of the mistake
 * until it is started anew.
 */
import { existsSync } from 'node:fs';
import type { FSWatcher } from 'vite';

const checked = (event: string) => `content-check:${event}`;

/** @returns the watcher for a loader: it hears of a change when it is passed on, and not before */
export function checkedChanges(watcher: FSWatcher): FSWatcher {
  const on = (event: string, listener: (file: string) => void) =>
    (watcher as NodeJS.EventEmitter).on(checked(event), listener);
  return new Proxy(watcher, {
    get: (target, name) => (name === 'on' ? on : (Reflect.get(target, name) as unknown)),
  });
}

/**
 * Tells the loaders of changed files, each once. What became of a file, the disk says: the watcher
 * tells of one that is gone later than of one that has come.
 */
export function passOn(watcher: FSWatcher, files: Iterable<string>): void {
  for (const file of new Set(files)) {
    (watcher as NodeJS.EventEmitter).emit(checked(existsSync(file) ? 'change' : 'unlink'), file);
  }
}
