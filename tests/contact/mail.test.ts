import PostalMime, { type Email } from 'postal-mime';
import { expect, test } from 'vitest';

import { composeMail, type MailSettings } from '@site/supabase/send-contact-email/mail';
import type { StoredMessage } from '@site/supabase/send-contact-email/store';
import { FROM_EMAIL, MAIL_SETTINGS, MESSAGE, TO_EMAIL } from '../support/submissions.ts';

const STORED = {
  ...MESSAGE,
  id: '7',
  isSuspect: false,
  otherAddresses: null,
  site: null,
  createdAt: new Date('2026-03-02T12:00:00Z'),
};

async function mailOf(messages: StoredMessage[], settings: Partial<MailSettings> = {}) {
  const { raw, envelope } = await composeMail(messages, { ...MAIL_SETTINGS, ...settings });
  expect(envelope).toEqual({ from: FROM_EMAIL, to: [TO_EMAIL] });
  return await PostalMime.parse(raw);
}

const mailFrom = (change: Partial<StoredMessage>, settings?: Partial<MailSettings>) =>
  mailOf([{ ...STORED, ...change }], settings);

const headerNames = (mail: Email) => mail.headers.map(({ key }) => key).sort();

test('the company reads who wrote what, then answers by one press, and finds the rest below', async () => {
  const mail = await mailFrom({
    name: 'Dona Ana',
    message: 'Bom dia!\nMeu e-mail: ana@gmail.com',
    otherAddresses: 'antigo@araucaria.example',
  });
  for (const part of [mail.text, mail.html]) {
    expect(part).toMatch(
      /Dona Ana\W.*\(49\) 98888-7777\W.*Bom dia!\W.*Responder pelo WhatsApp.*E-mail na mensagem: ana.*Chegou segunda-feira, 2 de março de 2026 às 09:00.* www\.araucaria\.example\..*Atenção: o site publicado indica outro endereço \(antigo@araucaria\.example\).*Uma resposta a este e-mail não chega à pessoa\./s,
    );
  }
  expect(mail.html).toMatch(
    /<a href="https:\/\/wa\.me\/5549988887777\?text=Ol%C3%A1%2C%20Dona%20Ana![^"]*"[^>]*>Responder pelo WhatsApp<\/a>/,
  );
  const { text } = await mailFrom({ site: 'https://outra.example' });
  expect(text).toContain('pelo site outra.example.');
  // Mail filters score a foreign Reply-To as forged; helpdesks drop what is Auto-Submitted.
  expect(headerNames(mail)).toEqual(
    ['from', 'to', 'subject', 'message-id', 'date', 'mime-version', 'content-type'].sort(),
  );
});

test.each([
  [
    'Escreva para Ana.Souza+loja@Gmail.com.',
    { 'Ana.Souza+loja@Gmail.com': 'Ana.Souza%2Bloja@gmail.com' },
  ],
  ['ana@gmail.com.Obrigada, Ana', { 'ana@gmail.com': 'ana@gmail.com' }],
  ['(e-mail:ana@pão.example)', { 'ana@pão.example': 'ana@xn--po-sia.example' }],
  ['joão@gmail.com', { 'joão@gmail.com': 'jo%C3%A3o@gmail.com' }],
  // The thief's, too: a person looks before the press.
  [
    'Invadiram o financeiro@loja.example! ',
    { 'financeiro@loja.example': 'financeiro@loja.example' },
  ],
  ['O Instagram é @ana.souza, o servidor ana@localhost', {}],
])(
  'the company answers “%s” by one press on the address that it chooses, and is always told how',
  async (message, addresses) => {
    const { replyTo, text = '', html = '' } = await mailFrom({ message });
    expect(replyTo).toBeUndefined();
    for (const part of [text, html]) expect(part).toContain('Responda por telefone, pelo');
    const shown = Array.from(text.matchAll(/^E-mail na mensagem: (.*)$/gm), ([, one]) => one);
    expect(shown).toEqual(Object.keys(addresses));
    const links = Array.from(html.matchAll(/"mailto:([^"]*)"/g), ([, one]) => one);
    expect(links).toEqual(Object.values(addresses));
  },
);

test('a digest has a reply link for each message, and a subject of its own', async () => {
  const { subject, text, html } = await mailOf([
    STORED,
    { ...STORED, id: '160', phone: '11 98888-7777' },
  ]);
  expect(subject).toBe('2 mensagens do site (nº 7 a 160)');
  for (const part of [text, html]) {
    const links = part?.match(/https:\/\/wa\.me\/\d+/g);
    expect(links).toEqual(['https://wa.me/5549988887777', 'https://wa.me/5511988887777']);
  }
});

test('Outlook and Samsung Email, which ignore white-space, still show each line on its own', async () => {
  const { html } = await mailFrom({ message: 'Preciso de:\n- 3 notebooks\n\nRua A, 10 <fundos>' });
  expect(html?.replaceAll('\n', '')).toContain(
    'Preciso de:<br>- 3 notebooks<br><br>Rua A, 10 &#60;fundos&#62;',
  );
  expect(html).not.toContain('white-space');
});

test.each([
  'Oficina "Tech"',
  'Silva <vendas@outra.example>',
  'Padaria D’Ávila, Filhos; & Cia.',
  'A\r\nBcc: b@c.example',
])('any company name is the sender’s name, and nothing else: %s', async (companyName) => {
  const mail = await mailFrom({}, { companyName });
  const inOneLine = (text = '') => text.replace(/\s+/g, ' ');
  expect(mail.from?.address).toBe(FROM_EMAIL);
  expect(inOneLine(mail.from?.name)).toBe(`Site ${inOneLine(companyName)}`);
  expect(headerNames(mail)).not.toContain('bcc');
});

test('two mails from two people named Maria do not become one conversation', async () => {
  const subjectOf = async (change: Partial<StoredMessage>) =>
    (await mailFrom({ name: 'Maria', message: 'Preciso de ajuda', ...change })).subject;
  expect(await subjectOf({})).toBe('Maria, pelo site: Preciso de ajuda (nº 7)');
  expect(await subjectOf({ id: '8' })).toBe('Maria, pelo site: Preciso de ajuda (nº 8)');
  const long = await subjectOf({ message: `Bom\tdia!\n${'palavra '.repeat(20)}` });
  expect(long).toMatch(/^Maria, pelo site: Bom dia! (palavra ?){5,6}… \(nº 7\)$/);
});

test('an attacker cannot change the mail with markup and line breaks', async () => {
  const message = `</p><script>alert(1)</script>\n.\nBcc: victim@example.org`;
  const mail = await mailFrom({ name: '<img src=x> "Bcc: victim@example.org', message });
  expect(headerNames(mail)).toEqual(headerNames(await mailFrom({ message: 'ana@gmail.com' })));
  expect(mail.html).not.toMatch(/<script|<img src=x/);
  expect(mail.text).toContain('\n.\nBcc: victim@example.org');
});

test('when a phone is in doubt, the mail offers no chat and says why', async () => {
  const { html: withExtension } = await mailFrom({ phone: '(49) 3333-4444 ramal 12' });
  expect(withExtension).toContain('porque o número tem ramal');
  expect(withExtension).not.toContain('wa.me');
  expect(withExtension).toContain('href="tel:+554933334444,12"');
  const { html } = await mailFrom({ phone: '<98888-7777>' });
  expect(html).toContain('>&#60;98888-7777&#62;<br>');
});

test.each([
  // Mail programs would decode these (RFC 2047): a line break with a header, and a bidi override.
  '=?utf-8?Q?Ana=0D=0ABcc:x@evil.example?=',
  '=?utf-8?Q?=E2=80=AEanA?=',
  'Ana  =?  "?Q?" =0D=0A ?=',
  'ã=?🙂'.repeat(30),
  `${'Ção '.repeat(29)}Zé`,
])('a name is the start of the subject, and nothing else: %s', async (name) => {
  const mail = await mailFrom({ name, message: name, isSuspect: true });
  const start = `[suspeita] ${name}, pelo site: `;
  expect(mail.subject?.slice(0, start.length)).toBe(start);
  expect(mail.subject).toMatch(/ \(nº 7\)$/);
  expect(headerNames(mail)).not.toContain('bcc');
});
