import type { ContactBackend } from '../../lib/contact-backend.ts';
import { CONTACT_FUNCTION, FIELD_NAMES } from '../../../supabase/functions/_shared/contact-form.ts';
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
 * A visitor waits this long at most, client download included. Longer than the function's own
 * deadlines together, so that a slow success is not reported as a failure: 15 s to read a message that
 * trickles in, 4 for the database, and 5 each for the mail server's greeting and the mail.
 */
export const SEND_DEADLINE_MS = 30_000;

let clientModule: Promise<typeof import('./supabaseClient.ts')> | undefined;

/** Fetches the Supabase client; a failed download is forgotten, so that the next call tries again. */
function loadClient() {
  clientModule ??= import('./supabaseClient.ts').catch((error: unknown) => {
    clientModule = undefined;
    throw error;
  });
  return clientModule;
}

/** Fetches the Supabase client and sets it up ahead of its use, which then takes no time. */
export function prefetchClient(backend: ContactBackend): void {
  loadClient()
    .then(({ createContactClient }) => createContactClient(backend))
    // Whether it is there is for sendMessage to find out and to report.
    .catch(() => undefined);
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
    deadline.abort(new Error(`No answer within ${SEND_DEADLINE_MS / 1000} s`));
  }, SEND_DEADLINE_MS);
  const isOver = new Promise<never>((_, reject) => {
    deadline.signal.addEventListener('abort', () => {
      reject(deadline.signal.reason as Error);
    });
  });

  try {
    return await Promise.race([attempt(backend, message, idempotencyKey, deadline.signal), isOver]);
  } catch (error) {
    console.error('send-contact-email:', error);
    return { status: 'failed' };
  } finally {
    clearTimeout(timer);
  }
}

async function attempt(
  backend: ContactBackend,
  message: ContactMessage,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<SendResult> {
  const { createContactClient, refusalOf } = await loadClient();
  // A client that comes after the visitor was told of a failure must not send behind their back.
  signal.throwIfAborted();
  const { error, data } = (await createContactClient(backend).functions.invoke(CONTACT_FUNCTION, {
    body: message,
    headers: { 'Idempotency-Key': idempotencyKey },
    signal,
  })) as { error: unknown; data: unknown };
  if (error) {
    console.error('send-contact-email:', error);
    const { reason, fields } = await refusalOf(error, FIELD_NAMES);
    const hasFields = Object.keys(fields).length > 0;
    return hasFields ? { status: 'invalid', errors: fields } : { status: 'failed', reason };
  }
  console.info('send-contact-email:', data);
  return { status: 'sent' };
}
