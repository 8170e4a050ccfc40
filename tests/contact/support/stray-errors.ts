// Run by Deno: the function, and two errors that nobody waits for, whose text quotes a visitor.

// Only what is used of it: the project's type check is Node's.
declare const Deno: { serve: () => void };

Deno.serve = () => undefined;
await import('../../../supabase/functions/send-contact-email/index.ts');

setTimeout(() => {
  throw new Error('Joana\n    at Joana, (49) 98888-7777');
});
void Promise.reject(new TypeError('Joana'));

export {};
