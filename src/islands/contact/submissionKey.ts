/**
 * Keeps one idempotency key for each text that a visitor sends: a retry of the same text carries the
 * same key, a changed text is a new message.
 */
export class SubmissionKeys {
  #content = '';
  #key = '';

  keyFor(content: string): string {
    if (this.#key === '' || content !== this.#content) {
      this.#content = content;
      this.#key = randomUuid();
    }
    return this.#key;
  }

  /** After a success even the same text is a new message. */
  reset(): void {
    this.#key = '';
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
