// Run by Deno: asks the database of each of some environments, and prints `answered` or the error's code.
import { readConfig } from '../../../supabase/functions/send-contact-email/config.ts';
import { errorCode } from '../../../supabase/functions/send-contact-email/log.ts';
import { createPostgresStore } from '../../../supabase/functions/send-contact-email/store.ts';

// Only what is used of it: the project's type check is Node's.
declare const Deno: { env: { get(name: string): string }; exit(code: number): never };

const environments = JSON.parse(Deno.env.get('ENVIRONMENTS')) as Record<string, string>[];
const results = await Promise.all(
  environments.map((environment) =>
    createPostgresStore(readConfig(environment))
      .tally('direct_mail', 1)
      .then(() => 'answered', errorCode),
  ),
);
console.log(JSON.stringify(results));
Deno.exit(0);
