import { tabStorage } from './tabStorage.ts';

const STORAGE_KEY = 'contact-submission';

interface Attempt {
  content: string;
  key: string;
}

/**
 * Keeps one idempotency key for each text that a visitor sends: a retry of the same text carries the
 * same key, also after a reload in the middle of the first try; a changed text is a new message.
 */
export class SubmissionKeys {
  #last = tabStorage.read(STORAGE_KEY) as Partial<Attempt> | undefined;

  keyFor(content: string): string {
    const isRetry = this.#last?.content === content;
    const key = (isRetry ? this.#last?.key : undefined) ?? randomUuid();
    this.#last = { content, key };
    tabStorage.write(STORAGE_KEY, this.#last);
    return key;
  }

  /** After a success even the same text is a new message. */
  reset(): void {
    this.#last = undefined;
    tabStorage.remove(STORAGE_KEY);
  }
}

/** Version 4 UUID (RFC 9562). `crypto.randomUUID` is missing where the page came over plain HTTP. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
