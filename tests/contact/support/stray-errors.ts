// Run by Deno: the function, plus two unhandled errors whose text quotes a visitor.

// Declares only what this file uses: the project's type check has Node's types.
declare const Deno: { serve: () => void };

Deno.serve = () => undefined;
await import('@site/supabase/send-contact-email/index');

setTimeout(() => {
  throw new Error('Joana\n    at Joana, (49) 98888-7777');
});
void Promise.reject(new TypeError('Joana'));

export {};
