// Run by Deno: queries the database of each given environment and prints `answered` or the error's code.
import { readConfig } from '../../../supabase/functions/send-contact-email/config.ts';
import { errorCode } from '../../../supabase/functions/send-contact-email/log.ts';
import { createPostgresStore } from '../../../supabase/functions/send-contact-email/store.ts';

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
