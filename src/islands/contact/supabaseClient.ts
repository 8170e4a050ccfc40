/** All that needs the Supabase library; fetched as a chunk of its own when the form is touched. */
import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js';
import type { ContactBackend } from '../../lib/contact-backend.ts';
import type { FieldErrors } from './typed.ts';

let client: SupabaseClient | undefined;

/** The client of this page. Nobody signs in here, so it keeps and renews no session. */
export function createContactClient({ url, anonKey }: ContactBackend): SupabaseClient {
  client ??= createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  return client;
}

/** What the function says about a message that it refused (docs/contact.md). */
export interface Refusal {
  /** Why, and what to do next, in words for the visitor. */
  message?: string;
  /** The same for single fields. */
  fields?: FieldErrors;
}

/** Reads the refusal out of a failed call; empty where the function did not get to answer. */
export async function refusalOf(error: unknown): Promise<Refusal> {
  if (!(error instanceof FunctionsHttpError)) return {};
  const response = error.context as Response;
  const body = (await response.json().catch(() => undefined)) as { error?: Refusal } | undefined;
  return body?.error ?? {};
}
