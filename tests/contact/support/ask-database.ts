// Run by Deno: queries the database of each given environment and prints `answered` or the error's code.
import { readConfig } from '@site/supabase/send-contact-email/config';
import { errorCode } from '@site/supabase/send-contact-email/log';
import { createPostgresStore } from '@site/supabase/send-contact-email/store';

// Declares only what this file uses: the project's type check has Node's types.
declare const Deno: { env: { get(name: string): string }; exit(code: number): never };

/** Longer than a visitor’s: a busy machine is slow, too. */
const DEADLINE_MS = 30_000;

const environments = JSON.parse(Deno.env.get('ENVIRONMENTS')) as Record<string, string>[];
const results = await Promise.all(
  environments.map((environment) =>
    createPostgresStore(readConfig(environment), DEADLINE_MS)
      .health()
      .then(() => 'answered', errorCode),
  ),
);
console.log(JSON.stringify(results));
Deno.exit(0);
