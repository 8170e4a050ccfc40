/** Name of the Supabase Edge Function that takes contact messages (spec section 7). */
export const CONTACT_FUNCTION = 'send-contact-email';

/** Where Supabase serves Edge Functions. */
export const FUNCTIONS_PATH = '/functions/v1/';
