import type { FailureCode } from './failure.ts';

/** 5,000 characters of any script, percent-encoded, are at most 60,000 bytes. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Long enough for a slow connection, too short for a slow-body attack. */
export const BODY_DEADLINE_MS = 15_000;

/** Reads a request's body as UTF-8, within the limits of size and time. */
export async function readBody(
  request: Request,
): Promise<{ ok: true; text: string } | { ok: false; code: FailureCode }> {
  if (request.body === null) return { ok: true, text: '' };
  const reader = request.body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const cancel = () => void reader.cancel().catch(() => undefined);
  let text = '';
  let bytes = 0;
  let isTooSlow = false;
  const timer = setTimeout(() => {
    isTooSlow = true;
    cancel();
  }, BODY_DEADLINE_MS);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      if (bytes > MAX_BODY_BYTES) return { ok: false, code: 'too_large' };
      text += decoder.decode(value, { stream: true });
    }
    text += decoder.decode();
    return isTooSlow ? { ok: false, code: 'too_slow' } : { ok: true, text };
  } catch {
    // The connection broke, or the body is not UTF-8.
    return { ok: false, code: isTooSlow ? 'too_slow' : 'broken_body' };
  } finally {
    clearTimeout(timer);
    cancel();
  }
}
