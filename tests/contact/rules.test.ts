import { describe, expect, test } from 'vitest';

import { readConfig } from '../../supabase/functions/send-contact-email/config.ts';
import { parseMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { SUSPECT_POINTS, spamPoints } from '../../supabase/functions/send-contact-email/spam.ts';
import { BASE_ENVIRONMENT, MESSAGE } from '../support/submissions.ts';

describe('a visitor may write', () => {
  test.each([
    ['a name with an apostrophe and a hyphen', { name: "Sant'Anna-D’Ávila" }],
    ['a name of emoji, each one character', { name: '🙂'.repeat(120) }],
    ['tabs and line breaks in the message', { message: 'um\tdois\r\ntrês\rquatro' }],
    ['a name with the isolates of a copied chat', { name: '\u2068Ana Souza\u2069' }],
    ['Hebrew with its plain direction marks', { message: 'שלום\u200F!' }],
  ])('%s', (_what, change) => {
    expect(parseMessage({ ...MESSAGE, ...change })).toMatchObject({ ok: true });
  });

  test('text that is trimmed, normalised to NFC and given plain line breaks', () => {
    const typed = { ...MESSAGE, name: '  Joa\u0303o ', message: '\n Olá\r\ntudo bem? \n\n' };
    const cleaned = { ...MESSAGE, name: 'João', message: 'Olá\ntudo bem?' };
    expect(parseMessage(typed)).toEqual({ ok: true, message: cleaned });
  });
});

describe('a visitor is told what to fix when', () => {
  test.each([
    ['the name is all blank letters', { name: '\u3164\u2800' }, 'name', 'Escreva o seu nome'],
    ['the name is too long', { name: 'a'.repeat(121) }, 'name', 'até 120 caracteres'],
    ['the name has a line break', { name: 'Ana\nBcc: x' }, 'name', 'logo depois de “Ana”'],
    [
      'the name reverses its direction',
      { name: 'Ana \u202Eanaira' },
      'name',
      'caractere invisível',
    ],
    ['the phone has no digits', { phone: 'me liga' }, 'phone', 'o número com DDD'],
    ['the message is empty', { message: '\n\t ' }, 'message', 'Conte em que'],
    ['the message is too long', { message: 'a'.repeat(5001) }, 'message', 'até 5000 caracteres'],
    ['the message has a null byte', { message: 'Olá\u0000' }, 'message', 'caractere invisível'],
  ])('%s', (_what, change, field, sentence) => {
    expect(parseMessage({ ...MESSAGE, ...change })).toEqual({
      ok: false,
      errors: { [field]: expect.stringContaining(sentence) as string },
    });
  });
});

describe('a visitor’s message is', () => {
  const none = { isHoneypotFilled: false, isOriginMissing: false };
  const inOneBreath = 'http://a.example,HTTPS://b.example/http://c.example';
  const withoutHttp = 'Veja:\n-a.example/x\n-b.example:8080/y\n(c-d.example/z)';
  const longLinks = 'https://www.loja.example/a-b.html/c e www.loja.example/www.x/d.html/e';
  test.each([
    ['trusted with two links, however long each is', { message: longLinks }, {}, false],
    ['trusted with a company and its town as the name', { name: 'Escola Sta.Rita/SC' }, {}, false],
    ['trusted from a browser that hides its origin', {}, { isOriginMissing: true }, false],
    ['suspect when the honeypot is filled', {}, { isHoneypotFilled: true }, true],
    ['suspect with three links without spaces', { message: inOneBreath }, {}, true],
    ['suspect with three links without http', { message: withoutHttp }, {}, true],
    ['suspect with forum markup', { message: 'Veja [url=http://a.example]aqui[/url]' }, {}, true],
    ['suspect with a link without http as the name', { name: 'a.example/premio' }, {}, true],
    ['suspect with a link without http as the phone', { phone: 'a.example/12345678' }, {}, true],
    ['suspect with link and no origin', { message: 'www.a.b' }, { isOriginMissing: true }, true],
  ])('%s', (_what, change, signals, isSuspect) => {
    const points = spamPoints({ ...MESSAGE, ...change }, { ...none, ...signals });
    expect(points >= SUSPECT_POINTS).toBe(isSuspect);
  });

  test.each([
    'Pago R$ 10,00/mês, R$ 10.00/mês ou R$ 1.200/ano, desde 12.03.2026/13.03.2026 e 01/02/2026.',
    'Somos a Souza S.A./Ltda., CNPJ 12.345.678/0001-90, de Lages/SC, p.ex./etc.',
    'Já falei com a Ana.Preciso de backup/suporte.Obrigado/Abraços.',
    'O roteador é o 192.168.0.1/admin e a pasta \\\\servidor.local\\dados.',
    'Meu site é minhaloja.com.br, o antigo minhaloja.net. Escreva para ana@minha-loja.com.br/rh.',
  ])('without spam points when it reads: %s', (text) => {
    expect(spamPoints({ ...MESSAGE, message: text }, none)).toBe(0);
  });
});

test('an operator who leaves out an optional setting gets its default', () => {
  expect(readConfig(BASE_ENVIRONMENT)).toMatchObject({
    smtp: { port: 465, security: 'tls', deadlineMs: 5000 },
    retentionDays: 180,
    visitorLimitPerHour: 30,
    clientAddressHeader: 'cf-connecting-ip',
  });
  const changes = { SMTP_PORT: '587' };
  expect(readConfig({ ...BASE_ENVIRONMENT, ...changes }).smtp.security).toBe('starttls');
});

test('an operator can name another database, and state that its network is private', () => {
  const url = 'postgresql://pooler.example:6543/postgres';
  const changes = { CONTACT_DB_URL: `${url}?sslmode=require`, CONTACT_DB_TLS: 'off' };
  const { database } = readConfig({ ...BASE_ENVIRONMENT, ...changes });
  expect(database).toEqual({ connectionString: url, ssl: false });
});

test.each([
  [{ CONTACT_TO_EMAIL: '' }, 'CONTACT_TO_EMAIL is missing'],
  [{ CONTACT_TO_EMAIL: 'a@b.example\r\nBcc: c@d.example' }, 'CONTACT_TO_EMAIL is malformed'],
  [{ CONTACT_COMPANY_NAME: 'A" <x@y.example>' }, 'CONTACT_COMPANY_NAME is malformed'],
  [{ SITE_ORIGINS: 'https://a.example/path' }, 'SITE_ORIGINS is malformed'],
  // Strangers could publish there.
  [{ SITE_ORIGINS: 'https://*.pages.dev' }, 'SITE_ORIGINS is malformed'],
  [{ SITE_ORIGINS: 'https://a*.empresa.pages.dev' }, 'SITE_ORIGINS is malformed'],
  [{ SITE_URL: 'javascript:alert(1)' }, 'SITE_URL is malformed'],
  [{ SUPABASE_DB_URL: 'postgresql://u:p#1@h.example/d' }, 'SUPABASE_DB_URL is malformed'],
  [{ SUPABASE_DB_URL: 'postgresql://u:p@db.example/d' }, 'CONTACT_DB_CA is missing: without'],
  [{ CONTACT_DB_URL: 'postgresql://10.0.0.1/d' }, 'npm run contact:env -- --db-ca <file>'],
  [{ CONTACT_DB_TLS: 'no' }, "CONTACT_DB_TLS is malformed: it must be 'off'"],
  [{ CONTACT_DB_CA: 'prod-ca-2021.crt' }, 'CONTACT_DB_CA is malformed'],
  [{ CONTACT_JOB_SECRET: 'ção'.repeat(9) }, 'CONTACT_JOB_SECRET is malformed'],
  [{ SMTP_USER: '' }, 'SMTP_USER is missing'],
  [{ SMTP_SECURITY: 'none', SMTP_HOST: 'smtp.example' }, "SMTP_SECURITY may be 'none' only"],
  [{ CONTACT_RETENTION_DAYS: '0' }, 'CONTACT_RETENTION_DAYS is malformed'],
  [{ CONTACT_LEASE_SECONDS: '60' }, 'CONTACT_LEASE_SECONDS must be at least'],
])('an operator who sets %o reads: %s', (change, line) => {
  const problems = [expect.stringContaining(line) as string];
  expect(() => readConfig({ ...BASE_ENVIRONMENT, ...change })).toThrow(
    expect.objectContaining({ problems }) as Error,
  );
});
