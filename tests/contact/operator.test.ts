// An operator on the terminal: deploying, setting up, and looking after messages.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';

import { beforeEach, describe, expect, test } from 'vitest';

import { availableDenos, denoBinary } from '../../local/function-process.ts';
import { updateEnvFile } from '../../scripts/contact/env.ts';
import { runCommand } from '../../scripts/contact/operator.ts';
import { readConfig } from '../../supabase/functions/send-contact-email/config.ts';
import { useDatabase } from './support/stack.ts';

const ROOT = join(import.meta.dirname, '../..');
const FUNCTION = join(ROOT, 'supabase/functions/send-contact-email');
const run = promisify(execFile);
const { query, url } = await useDatabase();

describe('an operator who deploys', () => {
  test('gets the very versions that are tested here', () => {
    const require = createRequire(import.meta.url);
    const { imports } = JSON.parse(readFileSync(join(FUNCTION, 'deno.json'), 'utf8')) as {
      imports: Record<string, string>;
    };
    for (const [name, target] of Object.entries(imports)) {
      const [, packageName = '', version] = /^npm:([^@/]+)@([\d.]+)(\/|$)/.exec(target) ?? [];
      const manifest = require(join(ROOT, 'node_modules', packageName, 'package.json')) as {
        version: string;
      };
      expect(version, `${name} in deno.json, beside package-lock.json`).toBe(manifest.version);
    }
  });

  test('gets code that passes the type check of Deno, at its strictest', async () => {
    const args = ['check', '--config', 'deno.json', `${FUNCTION}/index.ts`];
    await expect(run(denoBinary(), args, { cwd: ROOT })).resolves.toBeDefined();
  });

  test.each(availableDenos())('has it bundled by the %s Deno', async (deno) => {
    const args = ['cache', '--config', 'deno.json', '--node-modules-dir=manual', 'index.ts'];
    await expect(run(denoBinary(deno), args, { cwd: FUNCTION })).resolves.toBeDefined();
  });
});

test('an operator who runs contact:env and fills in the mail account has settings that work, today and later', () => {
  const siteUrl = 'https://www.padaria.example';
  const company = {
    name: 'Padaria D’Ávila & Filhos $1',
    phones: [
      { number: '(49) 3000-0000', whatsapp: false },
      { number: '(49) 90000-0000', whatsapp: true },
    ],
    toEmail: 'contato@padaria.example',
    fromEmail: 'site@padaria.example',
  };
  const smtp =
    '# of the mail host\nSMTP_HOST=smtp.a.example\nSMTP_USER=site\nSMTP_PASSWORD="se#cret"\n';
  const text = updateEnvFile(smtp, company, siteUrl);
  const config = readConfig({ ...parseEnv(text), SUPABASE_DB_URL: 'postgresql://a@b.example/c' });
  expect(config).toMatchObject({
    siteUrl,
    toEmail: company.toEmail,
    fromEmail: company.fromEmail,
    companyName: company.name,
    whatsappDigits: '5549900000000',
    smtp: { host: 'smtp.a.example', auth: { user: 'site', pass: 'se#cret' } },
  });
  // Run again, it keeps all but what the company has changed.
  expect(updateEnvFile(text, company, siteUrl)).toBe(text);
  const moved = updateEnvFile(text, { ...company, toEmail: 'oi@padaria.example' }, siteUrl);
  expect(moved).toBe(text.replace(company.toEmail, 'oi@padaria.example'));
  // Its secrets are like no others.
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

  const contact = (...args: string[]) =>
    run(process.execPath, [join(ROOT, 'scripts/contact/operator.ts'), ...args], {
      env: { ...process.env, SUPABASE_DB_URL: url },
    });
  const names = (rows: Record<string, unknown>[]) => rows.map((row) => row['name']);
  const due = () =>
    query<{ name: string }>(
      `select name from public.contact_messages
       where sent_at is null and parked_at is null and next_attempt_at <= now() order by id`,
    );

  test('sees how things stand, as a table or as JSON', async () => {
    expect((await contact('status')).stdout).toMatch(/^│ parked +│ '1' +│$/m);
    const { stdout } = await contact('export', '--since', '2026-02-01', '--json');
    const rows = JSON.parse(stdout) as Record<string, unknown>[];
    expect(names(rows)).toEqual(['João d’Ávila', 'Zé; drop table']);
    expect(rows[0]).toMatchObject({ message: 'Linha 1\nLinha 2' });
  });

  test('sees what is parked, and sends it again, alone or with all that waits', async () => {
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
    ['joão', ['João d’Ávila']],
    ["'; drop", []],
    ['zé; drop', ['Zé; drop table']],
  ])('finds whose message %s is', async (wanted, found) => {
    expect(names(await runCommand(query, ['find', wanted]))).toEqual(found);
  });

  test('erases what a visitor asks to have erased, sent or not', async () => {
    await runCommand(query, ['erase', '1']);
    await runCommand(query, ['erase', '3']);
    expect(names(await runCommand(query, ['export']))).toEqual(['João d’Ávila']);
  });

  test.each([
    [['erase', '99'], 'No message has the id 99.'],
    [['erase', '1; drop table x'], 'is not the id of a message'],
    [['find'], 'Find whom?'],
  ])('who writes %j is told what is wrong', async (args, message) => {
    await expect(runCommand(query, args)).rejects.toThrow(message);
  });
});
