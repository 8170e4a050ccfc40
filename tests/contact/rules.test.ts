import { describe, expect, test } from 'vitest';

import { readConfig } from '@site/supabase/send-contact-email/config';
import { isSuspect, parseMessage } from '@site/supabase/send-contact-email/message';
import { BASE_ENVIRONMENT, MESSAGE } from '../support/submissions.ts';

describe('a visitor may write', () => {
  test.each([
    ['a name with an apostrophe and a hyphen', { name: "Sant'Anna-D’Ávila" }],
    ['a name with the isolates of a copied chat', { name: '\u2068Ana Souza\u2069' }],
    ['Hebrew with its plain direction marks', { message: 'שלום\u200F!' }],
  ])('%s', (_what, change) => {
    expect(parseMessage({ ...MESSAGE, ...change })).toMatchObject({ ok: true });
  });

  test('text that is trimmed, normalised to NFC, rid of what is invisible and given plain line breaks', () => {
    const typed = {
      ...MESSAGE,
      name: '  Joa\u0303o\vda\t\u202ESi\u0000lva\u2028',
      // As Word, Excel and old systems break lines.
      message: '\n a\r\nb\rc\vd\fe\x85f\u2028g\th\u0000 \n\x85',
    };
    const cleaned = { ...MESSAGE, name: 'João da Silva', message: 'a\nb\nc\nd\ne\nf\ng\th' };
    expect(parseMessage(typed)).toEqual({ ok: true, message: cleaned });
  });
});

describe('a visitor is told what to fix when', () => {
  test.each([
    ['the name is all blank letters', { name: '\u3164\u2800' }, 'name', 'Escreva o seu nome'],
    ['the name is too long', { name: 'a'.repeat(121) }, 'name', 'até 120 caracteres'],
    ['the phone has no digits', { phone: 'me liga' }, 'phone', 'o número com DDD'],
    ['the message is empty', { message: '\n\t ' }, 'message', 'Conte em que'],
    ['the message is too long', { message: 'a'.repeat(5001) }, 'message', 'até 5.000 caracteres'],
  ])('%s', (_what, change, field, sentence) => {
    expect(parseMessage({ ...MESSAGE, ...change })).toEqual({
      ok: false,
      errors: { [field]: expect.stringContaining(sentence) as string },
    });
  });
});

const LONG_DOMAIN = `${`${'b'.repeat(60)}.`.repeat(4)}example`;

test.each([
  ['Site@Pão.example', true],
  [`aa@${LONG_DOMAIN}`, true],
  [`aaa@${LONG_DOMAIN}`, false],
  ['Desbloqueie hoje em https://golpe.example', false],
  ['Pague em golpe.example ou escreva a golpe@golpe.example', false],
  ['golpe@golpe.example\r\nSua conta vence hoje', false],
  [7, false],
])(
  'a stranger whose form names %s as an address is heard, and quoted only if it is one: %s',
  (toEmail, isQuoted) => {
    const result = parseMessage({ ...MESSAGE, toEmail, fromEmail: toEmail });
    const quoted = isQuoted ? toEmail : '';
    expect(result).toMatchObject({ ok: true, message: { toEmail: quoted, fromEmail: quoted } });
  },
);

describe('a visitor’s message is', () => {
  const none = { isHoneypotFilled: false, isOriginMissing: false };
  const inOneBreath = 'http://a.example,HTTPS://b.example/http://c.example';
  const longLinks = 'https://www.loja.example/a-b.html/c e www.loja.example/www.x/d.html/e';
  test.each([
    ['trusted with two links, however long each is', { message: longLinks }, {}, false],
    ['trusted from a browser that hides its origin', {}, { isOriginMissing: true }, false],
    ['suspect when the honeypot is filled', {}, { isHoneypotFilled: true }, true],
    ['suspect with three links without spaces', { message: inOneBreath }, {}, true],
    ['suspect with forum markup', { message: 'Veja [url=http://a.example]aqui[/url]' }, {}, true],
    ['suspect with a link as the name', { name: 'WWW.a.example/premio' }, {}, true],
    ['suspect with link and no origin', { message: 'www.a.b' }, { isOriginMissing: true }, true],
  ])('%s', (_what, change, signals, suspect) => {
    expect(isSuspect({ ...MESSAGE, ...change }, { ...none, ...signals })).toBe(suspect);
  });
});

test('an operator who leaves out an optional setting gets its default', () => {
  const config = readConfig(BASE_ENVIRONMENT);
  expect(config).toMatchObject({
    smtp: { port: 465, security: 'tls', stepMs: 5000, loginMs: 20_000, replyMs: 60_000 },
    mailsPerHour: 300,
  });
  expect(readConfig({ ...BASE_ENVIRONMENT, SMTP_PORT: '587' }).smtp.security).toBe('starttls');
});

test('an operator can name another database, such as the transaction pooler', () => {
  const url = 'postgresql://pooler.example:6543/postgres';
  const ca = '-----BEGIN CERTIFICATE-----\\nx';
  const changes = { CONTACT_DB_URL: `${url}?sslmode=disable`, CONTACT_DB_CA: ca };
  const { database } = readConfig({ ...BASE_ENVIRONMENT, ...changes });
  expect(database).toEqual({ connectionString: url, ssl: { ca: ca.replace('\\n', '\n') } });
});

test('an operator may use a domain with accents, which mail servers and browsers know in ASCII', () => {
  const config = readConfig({
    ...BASE_ENVIRONMENT,
    SITE_URL: 'https://www.pão.example/',
    CONTACT_TO_EMAIL: 'oi@pão.example',
    CONTACT_FROM_EMAIL: 'site@Pão.example',
    SMTP_HOST: 'smtp.pão.example',
  });
  expect(config).toMatchObject({
    siteUrl: 'https://www.xn--po-sia.example',
    toEmail: 'oi@xn--po-sia.example',
    fromEmail: 'site@xn--po-sia.example',
    smtp: { host: 'smtp.xn--po-sia.example', clientName: 'xn--po-sia.example' },
  });
});

test.each([
  'empresa.com.br',
  // Strangers could publish there.
  'https://*.vercel.app',
  'https://*-equipe.vercel.app',
  'https://a*.empresa.pages.dev',
  'https://*--empresa.com',
])('an operator who lists %s as an origin loses that entry, and nothing else', (entry) => {
  const { SITE_URL, SITE_ORIGINS } = BASE_ENVIRONMENT;
  const { allowedOrigins, ignoredOrigins } = readConfig({
    ...BASE_ENVIRONMENT,
    SITE_ORIGINS: `${entry}, https://www.empresa.com/site ${SITE_ORIGINS}`,
  });
  expect(ignoredOrigins).toEqual([entry]);
  const [preview = ''] = SITE_ORIGINS.split(',');
  expect(allowedOrigins).toEqual(
    expect.arrayContaining([SITE_URL, 'https://www.empresa.com', preview]),
  );
});

test.each([
  [{ CONTACT_TO_EMAIL: '' }, 'CONTACT_TO_EMAIL is missing'],
  [{ CONTACT_TO_EMAIL: 'a@b.example\r\nBcc: c@d.example' }, 'CONTACT_TO_EMAIL is malformed'],
  [{ CONTACT_TO_EMAIL: 'joão@b.example' }, 'CONTACT_TO_EMAIL is malformed'],
  [{ SITE_URL: 'https://a.example/index.html' }, 'a path belongs into SITE_BASE'],
  [{ SITE_BASE: '/index.html?' }, 'SITE_BASE is malformed'],
  [{ SUPABASE_DB_URL: 'postgresql://u:p#1@h.example/d' }, 'or else SUPABASE_DB_URL, such as'],
  [{ CONTACT_DB_URL: 'mysql://localhost/d' }, 'CONTACT_DB_URL is malformed'],
  [{ SUPABASE_DB_URL: 'postgresql://u:p@db.example/d' }, 'CONTACT_DB_CA is missing: without'],
  [{ CONTACT_DB_CA: 'prod-ca-2021.crt' }, 'CONTACT_DB_CA is malformed'],
  [{ CONTACT_SECRET: 'ção'.repeat(9) }, 'CONTACT_SECRET is malformed'],
  // Without a password, the mails would travel in clear text.
  [{ SMTP_USER: '' }, 'SMTP_USER is missing'],
  [{ CONTACT_MAILS_PER_HOUR: 'many' }, 'CONTACT_MAILS_PER_HOUR is malformed'],
])('an operator who sets %o reads: %s', (change, line) => {
  const problems = [expect.stringContaining(line) as string];
  const environment = { ...BASE_ENVIRONMENT, SMTP_HOST: 'smtp.example', ...change };
  expect(() => readConfig(environment)).toThrow(expect.objectContaining({ problems }) as Error);
});
