// Run by Deno: sends one mail to each of some servers, and prints what became of it.
import { errorCode } from '../../../supabase/functions/send-contact-email/log.ts';
import { composeNotice } from '../../../supabase/functions/send-contact-email/mail.ts';
import { openSmtpSession } from '../../../supabase/functions/send-contact-email/smtp.ts';
import type { MailCase } from './mailbox.ts';

// Only what is used of it: the project's type check is Node's.
declare const Deno: { env: { get(name: string): string }; exit(code: number): never };

const mail = await composeNotice('Olá', 'to@a.example', {
  toEmail: 'to@a.example',
  fromEmail: 'from@a.example',
  companyName: 'A',
});
const cases = JSON.parse(Deno.env.get('CASES')) as MailCase[];
const results = await Promise.all(
  cases.map(async ({ addresses, smtp }) => {
    try {
      const session = await openSmtpSession(smtp, () =>
        Promise.resolve(addresses.map((address) => ({ address }))),
      );
      await session.send(mail, 1000);
      return 'sent';
    } catch (error) {
      return errorCode(error);
    }
  }),
);
console.log(JSON.stringify(results));
Deno.exit(0);
