/** All that needs the Supabase library; fetched as a chunk of its own when the form is touched. */
import { createClient } from '@supabase/supabase-js';
import type { ContactBackend } from '../../lib/contact-backend.ts';
import type { Post } from './sendMessage.ts';

/**
 * Sets up the client of this page. Nobody signs in here, so it keeps and renews no session.
 *
 * @param functionName handed over, since a module that both this chunk and the form's import would be
 * a file of its own
 */
export function createPost({ url, anonKey }: ContactBackend, functionName: string): Post {
  const client = createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  return async (body, headers, signal) => {
    const result = await client.functions.invoke<unknown>(functionName, { body, headers, signal });
    if (!result.error) return { ok: true, body: result.data };
    // Without a response, nothing has answered.
    if (!result.response) throw result.error;
    return { ok: false, body: await result.response.json().catch(() => undefined) };
  };
}
