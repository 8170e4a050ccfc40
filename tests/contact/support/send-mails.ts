// Run by Deno: sends two mails with each of the given settings, one after the other, and prints each
// outcome.
import type { ContactConfig } from '@site/supabase/send-contact-email/config';
import { errorCode } from '@site/supabase/send-contact-email/log';
import { createSmtpOpener } from '@site/supabase/send-contact-email/smtp';

// Declares only what this file uses: the project's type check has Node's types.
declare const Deno: { env: { get(name: string): string }; exit(code: number): never };

const envelope = { from: 'from@a.example', to: ['to@a.example'] };
const mail = { envelope, raw: new TextEncoder().encode('Subject: Olá\r\n\r\nOlá\r\n') };
/** Resolves a host name to three addresses, of which the last works. */
const resolve = () => Promise.resolve(['::1', '::1', '127.0.0.1'].map((address) => ({ address })));
const results = await Promise.all(
  (JSON.parse(Deno.env.get('SETTINGS')) as ContactConfig['smtp'][]).map(async (smtp) => {
    const openSession = createSmtpOpener(smtp, resolve);
    try {
      for (let times = 0; times < 2; times += 1) {
        const session = await openSession();
        await session.send(mail);
        session.close();
      }
      return 'sent';
    } catch (error) {
      return errorCode(error);
    }
  }),
);
console.log(JSON.stringify(results));
Deno.exit(0);
