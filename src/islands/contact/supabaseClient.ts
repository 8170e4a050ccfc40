/** All that needs the Supabase library; fetched as a chunk of its own when the form is touched. */
import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js';
import type { ContactBackend } from '../../lib/contact-backend.ts';
import type { FieldErrors } from './typed.ts';

const HTTP_UNPROCESSABLE_CONTENT = 422;

let client: SupabaseClient | undefined;

/** The client of this page. Nobody signs in here, so it keeps and renews no session. */
export function createContactClient({ url, anonKey }: ContactBackend): SupabaseClient {
  client ??= createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  return client;
}

/** What the function says about single fields, when that is why it refused the message. */
export async function fieldErrorsOf(error: unknown): Promise<FieldErrors | undefined> {
  if (!(error instanceof FunctionsHttpError)) return undefined;
  const response = error.context as Response;
  if (response.status !== HTTP_UNPROCESSABLE_CONTENT) return undefined;
  const body = (await response.json().catch(() => undefined)) as
    { errors?: FieldErrors } | undefined;
  return body?.errors;
}
