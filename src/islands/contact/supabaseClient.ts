/** Everything that needs the Supabase library: a chunk of its own, fetched when the form is touched. */
import { createClient } from '@supabase/supabase-js';
import type { ContactBackend, Post } from './contactBackend.ts';

/**
 * Sets up the client without sessions: nobody signs in here.
 *
 * @param functionName passed in, since a module that this chunk and the form's both import would become
 * a file of its own
 */
export function createPost({ url, anonKey }: ContactBackend, functionName: string): Post {
  const client = createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  return async (body, headers, signal) => {
    const result = await client.functions.invoke<unknown>(functionName, { body, headers, signal });
    if (!result.error) return { ok: true, body: result.data };
    // No response: the request itself failed.
    if (!result.response) throw result.error;
    return { ok: false, body: await result.response.json().catch(() => undefined) };
  };
}
