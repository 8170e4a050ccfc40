/**
 * Lets Astro read a change of the content only once the check has nothing to say of it. Having read
 * a mistake, and its mending while it still writes that down, Astro would keep a part of the mistake
 * until it is started anew.
 */
import type { FSWatcher } from 'vite';

/** A file, and what happened to it in the words of the watcher, such as `change`. */
export interface Change {
  event: string;
  file: string;
}

const checked = (event: string) => `content-check:${event}`;

/** @returns the watcher for a loader: it hears of a change when it is passed on, and not before */
export function checkedChanges(watcher: FSWatcher): FSWatcher {
  const on = (event: string, listener: (file: string) => void) =>
    (watcher as NodeJS.EventEmitter).on(checked(event), listener);
  return new Proxy(watcher, {
    get: (target, name) => (name === 'on' ? on : (Reflect.get(target, name) as unknown)),
  });
}

/** Tells the loaders of changes, of several to one file only the last. */
export function passOn(watcher: FSWatcher, changes: Change[]): void {
  const lastOfFile = new Map(changes.map(({ event, file }) => [file, event]));
  for (const [file, event] of lastOfFile) {
    (watcher as NodeJS.EventEmitter).emit(checked(event), file);
  }
}
