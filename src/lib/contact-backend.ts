import { PUBLIC_SUPABASE_ANON_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import { CONTACT_FUNCTION, FUNCTIONS_PATH } from '../../supabase/functions/_shared/contact-form.ts';

export interface ContactBackend {
  url: string;
  anonKey: string;
  /** URL that the message goes to, from a form without script as well. */
  functionUrl: string;
}

function readBackend(): ContactBackend | undefined {
  if (!PUBLIC_SUPABASE_URL || !PUBLIC_SUPABASE_ANON_KEY) return undefined;
  const url = PUBLIC_SUPABASE_URL.replace(/\/$/, '');
  const functionUrl = `${url}${FUNCTIONS_PATH}${CONTACT_FUNCTION}`;
  return { url, anonKey: PUBLIC_SUPABASE_ANON_KEY, functionUrl };
}

/** Where contact messages go, or undefined where the build was not told. */
export const contactBackend = readBackend();
