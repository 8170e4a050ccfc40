import { createHash } from 'node:crypto';

import type { TypedText } from '../_shared/contact-form.ts';

/** Two identical messages within this time are one: a double tap, a reload, a resent form. */
const SAME_CONTENT_WINDOW_MS = 10 * 60 * 1000;

/** The Idempotency-Key header: a UUID, as `crypto.randomUUID()` makes them. */
export const KEY_HEADER_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface SubmissionIdentity {
  /** SHA-256, hex. The row's unique key and the source of the mail's Message-ID. */
  idempotencyKey: string;
  /** Keys under which the same submission may already be stored, including its own. */
  duplicateKeys: string[];
  contentHash: string;
}

/** Hex. */
export function sha256(...parts: string[]): string {
  // As JSON, so that no two lists of parts hash alike.
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Computes the keys by which a repeated submission is recognised.
 *
 * With a key from the form, the key and the content identify it: a visitor who changes the text and
 * submits again under the same key loses nothing.
 *
 * Without a key (the native form is static HTML and cannot generate one), the content identifies it
 * within a short window. It includes name and phone, which distinguish two people better than an
 * IP address shared by an office does.
 */
export function identifySubmission(
  message: TypedText,
  keyHeader: string | null,
  now: Date,
): SubmissionIdentity {
  const contentHash = sha256(message.name, message.phone, message.message);
  if (keyHeader !== null) {
    const idempotencyKey = sha256('key', keyHeader.toLowerCase(), contentHash);
    return { idempotencyKey, duplicateKeys: [idempotencyKey], contentHash };
  }
  const window = Math.floor(now.getTime() / SAME_CONTENT_WINDOW_MS);
  const keyIn = (index: number) => sha256('window', String(index), contentHash);
  const idempotencyKey = keyIn(window);
  // A double tap can straddle the edge of two windows.
  return { idempotencyKey, duplicateKeys: [idempotencyKey, keyIn(window - 1)], contentHash };
}

/** The fixed Message-ID (RFC 5322, 3.6.4) of a submission, in the sender's domain. */
export function messageIdFor(idempotencyKey: string, fromEmail: string): string {
  const domain = fromEmail.slice(fromEmail.lastIndexOf('@') + 1);
  return `<${idempotencyKey.slice(0, 32)}@${domain}>`;
}
