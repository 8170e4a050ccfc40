import { PUBLIC_SUPABASE_ANON_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';

/** Name of the Supabase Edge Function that takes contact messages (spec section 7). */
export const CONTACT_FUNCTION = 'send-contact-email';

export interface ContactBackend {
  url: string;
  anonKey: string;
}

/** Where contact messages go, or undefined where the build was not told. */
export const contactBackend: ContactBackend | undefined =
  PUBLIC_SUPABASE_URL && PUBLIC_SUPABASE_ANON_KEY
    ? { url: PUBLIC_SUPABASE_URL.replace(/\/$/, ''), anonKey: PUBLIC_SUPABASE_ANON_KEY }
    : undefined;

/** Address that a form posts to by itself, without script. */
export const contactFormAction =
  contactBackend && `${contactBackend.url}/functions/v1/${CONTACT_FUNCTION}`;
