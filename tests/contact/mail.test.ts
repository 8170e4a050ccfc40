import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { expect, test } from 'vitest';

import {
  composeMail,
  type MailSettings,
} from '../../supabase/functions/send-contact-email/mail.ts';
import { parseMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { anyText } from '../support/any-text.ts';
import { FROM_EMAIL, MESSAGE, TO_EMAIL } from '../support/submissions.ts';

async function mailFrom(
  change: Partial<typeof MESSAGE>,
  settings: Partial<MailSettings> = {},
): Promise<Email> {
  const state = { messageId: '<1@araucaria.example>', isSuspect: true, isSelfTest: false };
  const { raw } = await composeMail(
    [{ ...MESSAGE, ...change, ...state, createdAt: new Date('2026-03-01T12:00:00Z') }],
    {
      toEmail: TO_EMAIL,
      fromEmail: FROM_EMAIL,
      companyName: 'Araucária & Filhos',
      siteUrl: 'https://site.example',
      whatsappDigits: '5549900000000',
      ...settings,
    },
  );
  return await PostalMime.parse(raw);
}

test('the company sees who wrote, and a button that opens a chat with them', async () => {
  const { html = '' } = await mailFrom({ name: 'Ana' });
  expect(html).toContain('<img src="https://site.example/apple-touch-icon.png"');
  expect(html).toContain('<strong>Araucária &#38; Filhos</strong>');
  expect(html).toContain('domingo, 1º de março de 2026 às 09:00 (horário de Brasília)');
  expect(html).toMatch(/<a href="https:\/\/wa\.me\/[^>]*background:[^>]*>Responder pelo WhatsApp/);
});

test('a company without WhatsApp is not asked to answer there', async () => {
  const { html, text } = await mailFrom({}, { whatsappDigits: undefined });
  expect(`${html}${text}`).not.toMatch(/whatsapp|wa\.me/i);
});

test('a mail asks for no out-of-office reply', async () => {
  const { headers } = await mailFrom({});
  expect(headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

const headerNames = (mail: Email) => mail.headers.map(({ key }) => key);

test('an attacker cannot change the mail with markup and line breaks', async () => {
  const message = `</p><script>alert(1)</script>\n.\nBcc: victim@example.org`;
  const mail = await mailFrom({ name: '<img src=x> "Bcc: victim@example.org', message });
  expect(headerNames(mail)).toEqual(headerNames(await mailFrom({ name: 'Ana' })));
  expect(mail.html).not.toMatch(/<script|<img src=x/);
  expect(mail.text).toContain('\n.\nBcc: victim@example.org');
});

test('when a phone is in doubt, the mail offers no chat and says why', async () => {
  const withExtension = await mailFrom({ phone: '(49) 3333-4444 ramal 12' });
  for (const part of [withExtension.text, withExtension.html]) {
    expect(part).toContain('porque o número tem ramal');
    expect(part).not.toContain('wa.me');
  }
  expect(withExtension.html).toContain('href="tel:+554933334444,12"');
  const { html } = await mailFrom({ phone: '<98888-7777>' });
  expect(html).toContain('Telefone:</strong> &#60;98888-7777&#62;<br>');
});

test('any name that the form accepts becomes the subject after its prefix, and nothing else', async () => {
  // Mail programs would decode these (RFC 2047): a line break with a header, and a bidi override.
  const encodedWords = ['=?utf-8?Q?Ana=0D=0ABcc:x@evil.example?=', '=?utf-8?Q?=E2=80=AEanA?='];
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    anyText(20),
    fc.constantFrom('=?', '?=', '?Q?', '=0D=0A', ' ', '  ', '"', ...encodedWords),
  );
  const name = fc
    .array(piece, { minLength: 1, maxLength: 6 })
    .map((pieces) => parseMessage({ ...MESSAGE, name: pieces.join('') }))
    .filter((parsed) => parsed.ok)
    .map(({ message }) => message.name);
  const ordinaryHeaderNames = headerNames(await mailFrom({ name: 'Ana' }));
  await fc.assert(
    fc.asyncProperty(name, async (typed) => {
      const mail = await mailFrom({ name: typed });
      expect(mail.subject).toBe(`[suspeita] Mensagem do site: ${typed}`);
      expect(headerNames(mail)).toEqual(ordinaryHeaderNames);
    }),
    { numRuns: 60, examples: encodedWords.map((word) => [word]) },
  );
});
