import { tabStorage } from './tabStorage.ts';

const STORAGE_KEY = 'contact-submission';

let last: { content?: unknown; key?: unknown } | undefined;

/**
 * Returns the idempotency key of a message: the last one for a retry of the same text, even after a reload
 * during the first attempt; a new one for a changed text.
 */
export function ensureSubmissionKey(content: string): string {
  last ??= tabStorage.read(STORAGE_KEY);
  const isRetry = last.content === content && typeof last.key === 'string';
  const key = isRetry ? String(last.key) : randomUuid();
  last = { content, key };
  tabStorage.write(STORAGE_KEY, last);
  return key;
}

/** After a success, even the same text is a new message. */
export function forgetSubmissionKey(): void {
  last = {};
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
