// Runs the Edge Function on loopback. Deno reads DENO_SERVE_ADDRESS only since 2.2, and Supabase's hosted
// runtime is older.

import { SMTP_DEADLINES } from '@site/supabase/send-contact-email/config';

// Declares only what is used, because the project is type-checked for Node.
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve: (...options: unknown[]) => unknown;
  stdin: { readable: ReadableStream };
  exit: () => void;
};

const { serve } = Deno;
const port = Number(Deno.env.get('PORT') ?? 0);
Deno.serve = (handler) => serve({ hostname: '127.0.0.1', port }, handler);

// Tests do not wait for a mail server as long as visitors' messages do.
Object.assign(SMTP_DEADLINES, JSON.parse(Deno.env.get('SMTP_DEADLINES') ?? '{}'));

// The input ends with the process that started this one, however that ended.
void Deno.stdin.readable.pipeTo(new WritableStream()).then(Deno.exit);

await import('@site/supabase/send-contact-email/index');
