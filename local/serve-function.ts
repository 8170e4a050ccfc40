// Runs the Edge Function on loopback. Deno takes the address from DENO_SERVE_ADDRESS only since 2.2, and
// what Supabase hosts is older.

// Only what is used of it: the project's type check is Node's.
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve: (...options: unknown[]) => unknown;
};

const { serve } = Deno;
const port = Number(Deno.env.get('PORT') ?? 0);
Deno.serve = (handler) => serve({ hostname: '127.0.0.1', port }, handler);

await import('../supabase/functions/send-contact-email/index.ts');

export {};
