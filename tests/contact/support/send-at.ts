// Run by Deno: sends one mail to a server whose name has the given addresses.
import { composeNotice } from '../../../supabase/functions/send-contact-email/mail.ts';
import { openSmtpSession } from '../../../supabase/functions/send-contact-email/smtp.ts';

// Only what is used of it: the project's type check is Node's.
declare const Deno: { args: [string]; exit(code: number): never };

const { addresses, smtp } = JSON.parse(Deno.args[0]) as {
  addresses: string[];
  smtp: Parameters<typeof openSmtpSession>[0];
};
const settings = { toEmail: 'to@a.example', fromEmail: 'from@a.example', companyName: 'A' };
const session = await openSmtpSession(smtp, () =>
  Promise.resolve(addresses.map((address) => ({ address }))),
);
await session.send(await composeNotice('Olá', settings.toEmail, settings), 1000);
Deno.exit(0);
