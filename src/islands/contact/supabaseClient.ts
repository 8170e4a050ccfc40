/** Everything that needs the Supabase library: a chunk of its own, fetched when the form is touched. */
import { createClient, FunctionsFetchError } from '@supabase/supabase-js';
import type { ContactBackend, Post } from './contactBackend.ts';

/**
 * Sets up the client without sessions: nobody signs in here.
 *
 * @param functionName passed in, as `fetch` is, since a module that this chunk and the form's both import would
 * become a file of its own
 */
export function createPost(
  { url, anonKey }: ContactBackend,
  functionName: string,
  fetch: typeof globalThis.fetch,
): Post {
  const client = createClient(url, anonKey, {
    global: { fetch },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  return async (body, headers, signal) => {
    const result = await client.functions.invoke<unknown>(functionName, { body, headers, signal });
    if (result.error instanceof FunctionsFetchError) throw result.error;
    // Any other error without a response is about the body of a success, which does not matter.
    if (!result.error || !result.response) return { ok: true, body: result.data };
    return { ok: false, body: await result.response.json().catch(() => undefined) };
  };
}
