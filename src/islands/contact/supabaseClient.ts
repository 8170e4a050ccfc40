/** All that needs the Supabase library; fetched as a chunk of its own when the form is touched. */
import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js';
import type { FieldName } from '../../../supabase/functions/_shared/contact-form.ts';
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
  reason: string | undefined;
  /** The same for single fields. */
  fields: FieldErrors;
}

/**
 * Reads the refusal out of a failed call. Between the function and here stand gateways that answer
 * in shapes of their own: only what is text is taken, and the rest left out.
 *
 * @param names of the fields that there are; handed over, since a module that both this chunk and
 * the form's import would be a file of its own
 */
export async function refusalOf(error: unknown, names: readonly FieldName[]): Promise<Refusal> {
  const body: unknown =
    error instanceof FunctionsHttpError
      ? await (error.context as Response).json().catch(() => undefined)
      : undefined;
  const refusal = member(body, 'error');
  const fields = member(refusal, 'fields');
  return {
    reason: text(member(refusal, 'message')),
    fields: Object.fromEntries(
      names.map((name) => [name, text(member(fields, name))]).filter(([, value]) => value),
    ) as FieldErrors,
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
