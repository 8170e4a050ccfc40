import {
  CONTACT_FUNCTION,
  FIELD_NAMES,
  type ContactMessage,
  type FieldErrors,
  type FieldName,
} from '@site/supabase/contact-form';
import type { ContactBackend, Post } from './contactBackend.ts';

export type SendResult =
  | { status: 'sent' }
  | { status: 'failed'; reason?: string | undefined }
  | { status: 'invalid'; errors: FieldErrors };

/** A message waits this long for the Supabase client, or until the visitor leaves; then `fetch` sends it. */
export const CLIENT_WAIT_MS = 3_000;

/**
 * The longest that a visitor waits. Exceeds {@link CLIENT_WAIT_MS} plus the function's own deadlines, so that
 * a slow success is not reported as a failure: 15 s for the body and 4 s for the database.
 */
export const SEND_DEADLINE_MS = 25_000;

let clientPost: Promise<Post> | undefined;

/** Fetches and sets up the Supabase client ahead of its use. */
export function prefetchClient(backend: ContactBackend): Promise<Post> {
  clientPost ??= import('./supabaseClient.ts')
    .then(({ createPost }) => createPost(backend, CONTACT_FUNCTION, lastingFetch))
    .catch(() => postByFetch(backend));
  return clientPost;
}

/**
 * `fetch` for a message that must arrive even if the visitor leaves the page. A browser that refuses this, as Chrome
 * before 81 does, sends it as usual; what goes twice has the same key.
 *
 * @throws (rejects) when a page answers instead of the function, such as the login of a hotel's network
 */
async function lastingFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, keepalive: true }).catch(() => fetch(input, init));
  if (/^text\/html/i.test(response.headers.get('content-type') ?? '')) {
    throw new TypeError('A page answered instead of the function.');
  }
  return response;
}

/** Posts without the client: no message depends on a script that may fail to load. */
function postByFetch({ functionUrl, anonKey }: ContactBackend): Post {
  return async (message, headers, signal) => {
    const response = await lastingFetch(functionUrl, {
      method: 'POST',
      headers: { apikey: anonKey, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(message),
      signal,
    });
    return { ok: response.ok, body: await response.json().catch(() => undefined) };
  };
}

/**
 * Sends a contact message. Never throws: a failure is a result.
 *
 * @param idempotencyKey the same for each attempt at a message, which the function stores and mails once
 */
export async function sendMessage(
  backend: ContactBackend,
  message: ContactMessage,
  idempotencyKey: string,
): Promise<SendResult> {
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    deadline.abort();
  }, SEND_DEADLINE_MS);

  try {
    const post = await Promise.race([
      prefetchClient(backend),
      new Promise<Post>((resolve) => {
        const goOn = () => {
          resolve(postByFetch(backend));
        };
        setTimeout(goOn, CLIENT_WAIT_MS);
        addEventListener('pagehide', goOn, { once: true });
      }),
    ]);
    const response = await post(message, { 'Idempotency-Key': idempotencyKey }, deadline.signal);
    if (response.ok) {
      console.info('send-contact-email:', response.body);
      return { status: 'sent' };
    }
    console.error('send-contact-email:', response.body);
    return readRefusal(response.body);
  } catch (error) {
    console.error('send-contact-email:', error);
    return { status: 'failed' };
  } finally {
    clearTimeout(timer);
  }
}

/** The function's refusal of a message (docs/contact.md). */
interface Refusal {
  /** Reason and next step in words for the visitor; `fields` has those of single fields. */
  error?: { message?: unknown; fields?: Partial<Record<FieldName, unknown>> | null } | null;
}

/** Reads a refusal. Ignores all but strings, because a gateway may respond with a body of another shape. */
function readRefusal(body: unknown): SendResult {
  const refusal = (body as Refusal | null | undefined)?.error;
  const errors: FieldErrors = {};
  for (const name of FIELD_NAMES) {
    const text = refusal?.fields?.[name];
    if (typeof text === 'string') errors[name] = text;
  }
  if (Object.keys(errors).length > 0) return { status: 'invalid', errors };
  const reason = refusal?.message;
  return { status: 'failed', reason: typeof reason === 'string' ? reason : undefined };
}
