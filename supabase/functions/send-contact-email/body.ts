/** 5,000 characters of any script, percent-encoded, are at most 60,000 bytes. */
export const MAX_BODY_BYTES = 64 * 1024;

/** A visitor on a bad connection gets through; someone who sends a byte a minute does not. */
export const BODY_DEADLINE_MS = 15_000;

export type BodyResult =
  | { ok: true; text: string }
  | { ok: false; reason: 'too_large' | 'too_slow' | 'broken_off' | 'not_utf8' };

/**
 * Reads a request's body as UTF-8, up to a limit.
 *
 * Stops reading at the first byte over the limit, and does not begin when Content-Length already
 * says so. `deadlineMs` is for the whole body.
 */
export async function readBody(
  request: Request,
  { maxBytes = MAX_BODY_BYTES, deadlineMs = BODY_DEADLINE_MS } = {},
): Promise<BodyResult> {
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > maxBytes) return { ok: false, reason: 'too_large' };
  if (request.body === null) return { ok: true, text: '' };

  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isTooSlow = false;
  const timer = setTimeout(() => {
    isTooSlow = true;
    reader.cancel().catch(() => undefined);
  }, deadlineMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.byteLength;
      if (length > maxBytes) {
        reader.cancel().catch(() => undefined);
        return { ok: false, reason: 'too_large' };
      }
      chunks.push(value);
    }
  } catch {
    return { ok: false, reason: isTooSlow ? 'too_slow' : 'broken_off' };
  } finally {
    clearTimeout(timer);
  }
  if (isTooSlow) return { ok: false, reason: 'too_slow' };

  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, reason: 'not_utf8' };
  }
}
