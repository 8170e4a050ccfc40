import { tabStorage } from './tabStorage.ts';

const STORAGE_KEY = 'contact-submission';

let last: string | undefined;

/**
 * Returns the idempotency key of each attempt until one succeeds, even after a reload during the first. The function
 * takes a changed text under the same key for another message.
 */
export function ensureSubmissionKey(): string {
  const { key } = tabStorage.read(STORAGE_KEY);
  // Unlike `randomUUID`, it exists over plain HTTP.
  const random = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
  last ??= typeof key === 'string' ? key : random();
  tabStorage.write(STORAGE_KEY, { key: last });
  return last;
}

/** After a success, even the same text is a new message. */
export function forgetSubmissionKey(): void {
  last = undefined;
  tabStorage.remove(STORAGE_KEY);
}
