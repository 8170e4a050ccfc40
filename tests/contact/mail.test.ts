import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { expect, test } from 'vitest';

import { composeMail } from '../../supabase/functions/send-contact-email/mail.ts';
import { parseMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { FROM_EMAIL, MESSAGE, TO_EMAIL } from './support/submissions.ts';

const SUBJECT_PREFIX = 'Mensagem do site: ';

async function mailFrom(name: string, isSuspect = false): Promise<Email> {
  const { raw } = await composeMail(
    {
      ...MESSAGE,
      name,
      messageId: '<1@araucaria.example>',
      isSuspect,
      isSelfTest: false,
      createdAt: new Date('2026-03-02T12:00:00Z'),
    },
    { toEmail: TO_EMAIL, fromEmail: FROM_EMAIL, companyName: 'Araucária Digital' },
  );
  return await PostalMime.parse(raw);
}

const headerNames = (mail: Email) => mail.headers.map(({ key }) => key);

/** What a mail program would decode (RFC 2047) if it came to it as it was typed. */
const ENCODED_WORDS = {
  'a line break and a header': '=?utf-8?Q?Ana=0D=0ABcc:x@evil.example?=',
  'a bidi override': '=?utf-8?Q?=E2=80=AEanA?=',
  'the mark of a suspect message': '=?utf-8?B?W3N1c3BlaXRhXQ==?=',
};

test.each(Object.entries(ENCODED_WORDS))(
  'an attacker who encodes %s in the name has it shown as it was typed',
  async (_what, name) => {
    const mail = await mailFrom(name);
    expect(mail.subject).toBe(`${SUBJECT_PREFIX}${name}`);
    expect(headerNames(mail)).toEqual(headerNames(await mailFrom('Ana')));
    expect(mail.bcc).toBeUndefined();
  },
);

test('whatever name the form takes, the subject is that name after its prefix and nothing else', async () => {
  const pieceOfName = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('=?', '?=', '?Q?', '=0D=0A', ' ', '  ', '"', ...Object.values(ENCODED_WORDS)),
  );
  const name = fc
    .array(pieceOfName, { minLength: 1, maxLength: 6 })
    .map((pieces) => parseMessage({ ...MESSAGE, name: pieces.join('') }))
    .filter((parsed) => parsed.ok)
    .map(({ message }) => message.name);
  const ordinaryHeaderNames = headerNames(await mailFrom('Ana'));
  await fc.assert(
    fc.asyncProperty(name, fc.boolean(), async (typed, isSuspect) => {
      const mark = isSuspect ? '[suspeita] ' : '';
      const mail = await mailFrom(typed, isSuspect);
      expect(mail.subject).toBe(`${mark}${SUBJECT_PREFIX}${typed}`);
      expect(headerNames(mail)).toEqual(ordinaryHeaderNames);
    }),
    { numRuns: 200 },
  );
}, 60_000);
