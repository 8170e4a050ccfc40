import { parseEnv } from 'node:util';

import { expect, test } from 'vitest';

import { updateEnvFile } from '../../scripts/contact/env.ts';
import { readConfig } from '../../supabase/functions/send-contact-email/config.ts';

const COMPANY = {
  name: 'Padaria D’Ávila & Filhos $1',
  phones: [
    { number: '(49) 3000-0000', whatsapp: false },
    { number: '(49) 90000-0000', whatsapp: true },
  ],
  toEmail: 'contato@padaria.example',
  fromEmail: 'site@padaria.example',
};
const SITE_URL = 'https://www.padaria.example';

const SMTP = 'SMTP_HOST=smtp.padaria.example\nSMTP_USER=site\nSMTP_PASSWORD="se#cret"\n';

test('an operator who fills in the mail account has settings that the function starts with', () => {
  const text = updateEnvFile(SMTP, COMPANY, SITE_URL);
  const config = readConfig({ ...parseEnv(text), SUPABASE_DB_URL: 'postgresql://a@b.example/c' });
  expect(config).toMatchObject({
    siteUrl: SITE_URL,
    toEmail: COMPANY.toEmail,
    fromEmail: COMPANY.fromEmail,
    companyName: COMPANY.name,
    whatsappDigits: '5549900000000',
    smtp: { host: 'smtp.padaria.example', auth: { user: 'site', pass: 'se#cret' } },
  });
});

test('an operator finds what only they can know as empty lines, and secrets unlike any other', () => {
  const [one, other] = [1, 2].map(() => parseEnv(updateEnvFile('', COMPANY, SITE_URL)));
  expect(one).toMatchObject({ SMTP_HOST: '', SMTP_USER: '', SMTP_PASSWORD: '' });
  expect(one?.['CONTACT_RETRY_SECRET']).toMatch(/^[\da-f]{48}$/);
  expect(one?.['CONTACT_HASH_SALT']).not.toBe(other?.['CONTACT_HASH_SALT']);
  expect(one?.['CONTACT_RETRY_SECRET']).not.toBe(other?.['CONTACT_RETRY_SECRET']);
});

test('an operator who runs it again gets the company’s new facts, and keeps all the rest', () => {
  const first = updateEnvFile(`# of the mail host\n${SMTP}`, COMPANY, SITE_URL);
  expect(updateEnvFile(first, COMPANY, SITE_URL)).toBe(first);
  const moved = updateEnvFile(first, { ...COMPANY, toEmail: 'oi@padaria.example' }, SITE_URL);
  expect(moved).toBe(first.replace(COMPANY.toEmail, 'oi@padaria.example'));
});
