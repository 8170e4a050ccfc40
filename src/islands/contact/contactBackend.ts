import { CONTACT_FUNCTION, FUNCTIONS_PATH, type ContactMessage } from '@site/supabase/contact-form';

export interface ContactBackend {
  url: string;
  anonKey: string;
  /** URL that messages are posted to, by a form without script as well. */
  functionUrl: string;
}

/**
 * Posts a message to the function.
 *
 * @returns the response of the function, or of a gateway in front of it; the body parsed, if it is JSON
 * @throws (rejects) when there is no response
 */
export type Post = (
  message: ContactMessage,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<{ ok: boolean; body: unknown }>;

function readBackend(): ContactBackend | undefined {
  const url = import.meta.env.PUBLIC_SUPABASE_URL?.replace(/\/$/, '');
  const anonKey = import.meta.env.PUBLIC_SUPABASE_ANON_KEY;
  if (!url || !anonKey) return undefined;
  return { url, anonKey, functionUrl: `${url}${FUNCTIONS_PATH}${CONTACT_FUNCTION}` };
}

/** Undefined if the build was not configured with a backend. */
export const contactBackend = readBackend();
