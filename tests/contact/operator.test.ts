// An operator at the terminal: deploying, setting up, and managing messages.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';

import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { startPglite } from '../../local/database.ts';
import { denoBinary } from '../../local/function-process.ts';
import { updateEnvFile } from '../../scripts/contact/env.ts';
import { main, runCommand } from '../../scripts/contact/operator.ts';
import { readConfig } from '../../supabase/functions/send-contact-email/config.ts';
import { createCertificate } from '../support/certificate.ts';
import COMPANY from '../content/company.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const database = await startPglite();
afterAll(() => database.stop());
const { query } = database;

test('an operator deploys code that passes the strictest type check of Deno', async () => {
  const args = ['check', '--config', 'deno.json', 'supabase/functions/send-contact-email/index.ts'];
  await expect(run(denoBinary(), args, { cwd: ROOT })).resolves.toBeDefined();
});

test('an operator who runs contact:env and fills in the mail account has valid settings, today and later', async () => {
  const { ca } = await createCertificate();
  const siteUrl = 'https://www.padaria.example';
  const company = { ...COMPANY, name: 'Padaria D’Ávila & Filhos $1' };
  const smtp =
    '# of the mail host\nSMTP_HOST=smtp.a.example\nSMTP_USER=site\nSMTP_PASSWORD="se#cret"\n';
  const text = updateEnvFile(smtp, company, siteUrl, ca);
  const config = readConfig({ ...parseEnv(text), SUPABASE_DB_URL: 'postgresql://a@b.example/c' });
  expect(config).toMatchObject({
    database: { ssl: { ca: ca.trim() } },
    siteUrl,
    toEmail: company.toEmail,
    fromEmail: company.fromEmail,
    companyName: company.name,
    whatsappDigits: '5549900000000',
    smtp: { host: 'smtp.a.example', auth: { user: 'site', pass: 'se#cret' } },
  });
  // A second run keeps everything except the company's changes, and a certificate pasted over many lines.
  expect(updateEnvFile(text, company, siteUrl)).toBe(text);
  const pasted = text.replaceAll('\\n', '\n');
  expect(updateEnvFile(pasted, company, siteUrl)).toBe(pasted);
  expect(updateEnvFile(pasted, company, siteUrl, ca)).toBe(text);
  const moved = updateEnvFile(text, { ...company, toEmail: 'oi@padaria.example' }, siteUrl);
  expect(moved).toBe(text.replace(company.toEmail, 'oi@padaria.example'));
  // Each new file has its own secrets.
  expect(updateEnvFile(smtp, company, siteUrl)).not.toBe(text);
});

describe('an operator with the contact command', () => {
  beforeEach(async () => {
    await query(`
      update public.contact_messages set sent_at = now();
      truncate public.contact_messages restart identity;
      insert into public.contact_messages
        (idempotency_key, message_id, name, phone, message, created_at, sent_at, parked_at, next_attempt_at)
      select encode(sha256(name::bytea), 'hex'), name, name, phone, E'Linha 1\\nLinha 2', created_at::timestamptz,
        sent_at::timestamptz, parked_at::timestamptz, now() + interval '1 day'
      from (values
        ('Joana Müller', '(49) 98888-7777', '2026-01-10', '2026-01-10', null),
        ('João d’Ávila', '+55 49 97777-6666', '2026-02-10', null, '2026-02-11'),
        ('Zé; drop table', '49 3333-4444', '2026-03-10', null, null)
      ) as given (name, phone, created_at, sent_at, parked_at);`);
  });

  vi.stubEnv('SUPABASE_DB_URL', database.url);
  const contact = (...args: string[]) =>
    run(process.execPath, [join(ROOT, 'scripts/contact/operator.ts'), ...args]);
  const names = (rows: Record<string, unknown>[]) => rows.map((row) => row['name']);
  const due = () =>
    query<{ name: string }>(
      `select name from public.contact_messages
       where sent_at is null and parked_at is null and next_attempt_at <= now() order by id`,
    );

  test('sees the status, as a table or as JSON', async () => {
    const { stdout: shown } = await contact('status');
    expect(shown).toMatch(/^│ parked +│ '1' +│$/m);
    expect(shown).toContain('Problems:\n  - overdue messages: 1\n  - parked messages: 1\n');
    const print = vi.spyOn(console, 'log').mockReturnValue();
    await main(['export', '--since', '2026-02-01', '--json']);
    expect(JSON.parse(String(print.mock.lastCall?.[0]))).toMatchObject([
      { name: 'João d’Ávila', message: 'Linha 1\nLinha 2' },
      { name: 'Zé; drop table' },
    ]);
    print.mockRestore();
  });

  test('sees parked messages, and resends one or all of them', async () => {
    expect(names(await runCommand(query, ['parked']))).toEqual(['João d’Ávila']);
    await runCommand(query, ['replay', '2']);
    expect(names(await due())).toEqual(['João d’Ávila']);
    await runCommand(query, ['replay']);
    expect(names(await due())).toEqual(['João d’Ávila', 'Zé; drop table']);
    await runCommand(query, ['replay', '1']);
    expect(await due()).toHaveLength(3);
  });

  test.each([
    ['988887777', ['Joana Müller']],
    // People who ask for deletion give name and phone in their own notation.
    ['+55 49 98888-7777', ['Joana Müller']],
    ['049 97777 6666', ['João d’Ávila']],
    ['Joao DAvila', ['João d’Ávila']],
    ['joana muller', ['Joana Müller']],
    ["'; drop", ['Zé; drop table']],
    ['Müllerin', []],
  ])('finds whose message %s is', async (wanted, found) => {
    expect(names(await runCommand(query, ['find', wanted]))).toEqual(found);
  });

  test('erases the messages of a visitor who asks for it, sent or not', async () => {
    await runCommand(query, ['erase', '1']);
    await runCommand(query, ['erase', '3']);
    expect(names(await runCommand(query, ['export']))).toEqual(['João d’Ávila']);
  });

  test('previews and erases a flood, and frees the storage that it took', async () => {
    await query(`
      insert into public.contact_messages (idempotency_key, message_id, name, phone, message, is_suspect)
      select encode(sha256(i::text::bytea), 'hex'), 'm', 'Enxurrada', 'p', repeat(md5(i::text), 100), true
      from generate_series(1, 500) i`);
    const bytes = async () => Number((await runCommand(query, ['status']))[0]?.['stored_bytes']);
    const before = await bytes();
    const flood = { suspect: true, since: '2026-03-01' };
    const confirm = vi.fn(() => Promise.resolve(false));
    expect(await runCommand(query, ['erase'], { ...flood, confirm })).toEqual([]);
    expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ length: 500 }));
    expect(await runCommand(query, ['erase'], flood)).toHaveLength(500);
    expect(names(await runCommand(query, ['export']))).toHaveLength(3);
    expect(await bytes()).toBeLessThan(before / 2);
  });

  test('is asked to confirm a deletion, and answers at the terminal', async () => {
    const asked = contact('erase', '1');
    asked.child.stdin?.end('no\n');
    expect((await asked).stdout).toContain('Delete 1 permanently? (yes/no)');
    expect(await runCommand(query, ['export'])).toHaveLength(3);
    await main(['erase', '1', '--yes']);
    expect(await runCommand(query, ['export'])).toHaveLength(2);
  });

  test('sees the messages of the week by day, and how fast they were mailed', async () => {
    await query(`
      update public.contact_messages set created_at = now(), sent_at = now() + id * interval '10 s';
      update public.contact_messages set sent_at = null where id = 3`);
    const stats = { messages: 3, suspect: 0, not_mailed: 1 };
    const speed = { half_within_seconds: '15.0', all_within_seconds: '20.0' };
    expect(await runCommand(query, ['stats'])).toMatchObject([
      { by: 'day', ...stats, ...speed },
      { by: 'week', ...stats, ...speed },
    ]);
  });

  test.each([
    [['erase', '99'], 'No message has the id 99.'],
    [['erase', '1; drop table x'], 'is not the id of a message'],
    [['erase'], 'Erase what?'],
    [['find', ''], 'Find whom?'],
    [['find', ' -!'], 'Find whom?'],
  ])('who types %j is told what is wrong', async (args, message) => {
    await expect(runCommand(query, args)).rejects.toThrow(message);
  });

  test.each([
    [['replay', '1', '2'], 'replay does not take 2.'],
    [['status', 'now'], 'status does not take now.'],
    [['find', 'Ana', '--since', '2026-01-01'], 'find does not take --since.'],
    [['export', '--since', 'ontem'], 'ontem is not a date'],
  ])(
    'who types %j, with a wrong argument, is told so, and nothing happens',
    async (args, message) => {
      await expect(main(args)).rejects.toThrow(message);
      expect(await due()).toEqual([]);
    },
  );
});
