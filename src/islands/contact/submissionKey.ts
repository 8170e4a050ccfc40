import { tabStorage } from './tabStorage.ts';

const STORAGE_KEY = 'contact-submission';

let last: string | undefined;

/**
 * Returns the idempotency key of each attempt until one succeeds, even after a reload during the first. The function
 * takes a changed text under the same key for another message.
 */
export function ensureSubmissionKey(): string {
  const { key } = tabStorage.read(STORAGE_KEY);
  last ??= typeof key === 'string' ? key : randomUuid();
  tabStorage.write(STORAGE_KEY, { key: last });
  return last;
}

/** After a success, even the same text is a new message. */
export function forgetSubmissionKey(): void {
  last = undefined;
  tabStorage.remove(STORAGE_KEY);
}

/** Version 4 UUID (RFC 9562). `crypto.randomUUID` is missing where the page came over plain HTTP. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
