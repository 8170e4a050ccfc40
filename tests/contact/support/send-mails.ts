// Run by Deno: sends one mail with each of some settings, and prints what became of it.
import type { ContactConfig } from '../../../supabase/functions/send-contact-email/config.ts';
import { errorCode } from '../../../supabase/functions/send-contact-email/log.ts';
import { composeNotice } from '../../../supabase/functions/send-contact-email/mail.ts';
import { openSmtpSession } from '../../../supabase/functions/send-contact-email/smtp.ts';

// Only what is used of it: the project's type check is Node's.
declare const Deno: { env: { get(name: string): string }; exit(code: number): never };

const sender = { toEmail: 'to@a.example', fromEmail: 'from@a.example', companyName: 'A' };
const mail = await composeNotice('Olá', sender.toEmail, sender);
/** What every machine would resolve the server's name to, if it had both protocols. */
const resolve = () => Promise.resolve([{ address: '::1' }, { address: '127.0.0.1' }]);
const results = await Promise.all(
  (JSON.parse(Deno.env.get('SETTINGS')) as ContactConfig['smtp'][]).map(async (smtp) => {
    try {
      const session = await openSmtpSession(smtp, resolve);
      await session.send(mail);
      return 'sent';
    } catch (error) {
      return errorCode(error);
    }
  }),
);
console.log(JSON.stringify(results));
Deno.exit(0);
