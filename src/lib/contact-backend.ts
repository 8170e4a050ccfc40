import { PUBLIC_SUPABASE_ANON_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import { CONTACT_FUNCTION, FUNCTIONS_PATH } from '../../supabase/functions/_shared/contact-form.ts';

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
  contactBackend && `${contactBackend.url}${FUNCTIONS_PATH}${CONTACT_FUNCTION}`;
