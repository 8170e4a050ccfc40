import type { ContactBackend } from '../../lib/contact-backend.ts';
import {
  CONTACT_FUNCTION,
  FIELD_NAMES,
  type FieldName,
} from '../../../supabase/functions/_shared/contact-form.ts';
import type { FieldErrors } from './typed.ts';

/** The five fields of spec section 7, and no other. */
export interface ContactMessage {
  name: string;
  phone: string;
  message: string;
  toEmail: string;
  fromEmail: string;
}

export type SendResult =
  | { status: 'sent' }
  | { status: 'failed'; reason?: string | undefined }
  | { status: 'invalid'; errors: FieldErrors };

/**
 * Posts a message to the function.
 *
 * @returns what the function, or a gateway before it, answered; the body parsed, if it is JSON
 * @throws (rejects) when there is no answer
 */
export type Post = (
  message: ContactMessage,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<{ ok: boolean; body: unknown }>;

/** A message waits this long for the Supabase client; then `fetch` sends it. */
export const CLIENT_WAIT_MS = 3_000;

/**
 * The longest that a visitor waits. Exceeds {@link CLIENT_WAIT_MS} plus the function's own deadlines, so that
 * a slow success is not reported as a failure: 15 s for the body, 4 s for the database, 5 s each for the mail
 * server's session and the mail.
 */
export const SEND_DEADLINE_MS = 35_000;

let clientPost: Promise<Post> | undefined;

/** Has the browser fetch the Supabase client and sets it up, so that its use then takes no time. */
export function prefetchClient(backend: ContactBackend): Promise<Post> {
  clientPost ??= import('./supabaseClient.ts')
    .then(({ createPost }) => createPost(backend, CONTACT_FUNCTION))
    .catch(() => postByFetch(backend));
  return clientPost;
}

/** What the client does, without it: no message depends on a script that may never come. */
function postByFetch({ functionUrl, anonKey }: ContactBackend): Post {
  return async (message, headers, signal) => {
    const response = await fetch(functionUrl, {
      method: 'POST',
      headers: { apikey: anonKey, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(message),
      signal,
    });
    return { ok: response.ok, body: await response.json().catch(() => undefined) };
  };
}

/**
 * Sends a contact message. Never throws: whatever goes wrong is a result.
 *
 * @param idempotencyKey the same for every attempt at the same message: the function then stores and
 * mails it once
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
        setTimeout(() => {
          resolve(postByFetch(backend));
        }, CLIENT_WAIT_MS);
      }),
    ]);
    const answer = await post(message, { 'Idempotency-Key': idempotencyKey }, deadline.signal);
    if (answer.ok) {
      console.info('send-contact-email:', answer.body);
      return { status: 'sent' };
    }
    console.error('send-contact-email:', answer.body);
    return readRefusal(answer.body);
  } catch (error) {
    console.error('send-contact-email:', error);
    return { status: 'failed' };
  } finally {
    clearTimeout(timer);
  }
}

/** What the function says about a message that it refused (docs/contact.md), if it is the function. */
interface Refusal {
  /** Why, and what to do next, in words for the visitor; for single fields in `fields`. */
  error?: { message?: unknown; fields?: Partial<Record<FieldName, unknown>> | null } | null;
}

/**
 * Reads a refusal. Between the function and here stand gateways that answer in shapes of their own:
 * only what is text is taken, and the rest left out.
 */
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
