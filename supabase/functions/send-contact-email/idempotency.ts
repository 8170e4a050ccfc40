import { createHash } from 'node:crypto';

import type { TypedText } from '../_shared/contact-form.ts';

/** Two identical messages within this time are one: a double tap, a reload, a resent form. */
const SAME_CONTENT_WINDOW_MS = 10 * 60 * 1000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface SubmissionIdentity {
  /** SHA-256, hex. The row's unique key and the source of the mail's Message-ID. */
  idempotencyKey: string;
  /** Keys the same submission may already be stored under, its own included. */
  duplicateKeys: string[];
  contentHash: string;
}

/** Hex. */
export function sha256(...parts: string[]): string {
  // As JSON, so that no two lists of parts read the same.
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Whether a header value can serve as a key (a UUID, as `crypto.randomUUID()` makes them). */
export function isIdempotencyKey(header: string): boolean {
  return UUID.test(header);
}

/**
 * What makes two submissions the same one.
 *
 * With a key from the form: the key and the content. The content counts too, so that a visitor who
 * changes the text and sends again under the old key loses nothing.
 *
 * Without one (the native form is static HTML and cannot make one): the content, within a short
 * window. It holds the visitor's name and phone, which tell two people apart better than an
 * address shared by an office does.
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
  // The window before as well, or the two taps of a double tap could fall on either side of an edge.
  const [idempotencyKey, previous] = [window, window - 1].map((index) =>
    sha256('window', String(index), contentHash),
  ) as [string, string];
  return { idempotencyKey, duplicateKeys: [idempotencyKey, previous], contentHash };
}

/** The fixed Message-ID (RFC 5322, 3.6.4) of a submission, in the sender's domain. */
export function messageIdFor(idempotencyKey: string, fromEmail: string): string {
  const domain = fromEmail.slice(fromEmail.lastIndexOf('@') + 1);
  return `<${idempotencyKey.slice(0, 32)}@${domain}>`;
}
