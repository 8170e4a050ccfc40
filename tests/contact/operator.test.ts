// An operator on the terminal, with the database of a project.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { beforeEach, expect, test } from 'vitest';

import { useDatabase } from './support/stack.ts';

const OPERATOR = join(import.meta.dirname, '../../scripts/contact/operator.ts');
const database = await useDatabase();

beforeEach(async () => {
  await database.query(`
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

async function contact(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [OPERATOR, ...args], {
    env: { ...process.env, SUPABASE_DB_URL: database.url },
  });
  return stdout;
}
const json = async (...args: string[]) =>
  JSON.parse(await contact(...args, '--json')) as Record<string, unknown>[];
const names = (rows: Record<string, unknown>[]) => rows.map((row) => row['name']);
const due = () =>
  database.query<{ name: string }>(
    `select name from public.contact_messages
     where sent_at is null and parked_at is null and next_attempt_at <= now() order by id`,
  );

test('sees how things stand', async () => {
  expect(await json('status')).toMatchObject([{ pending: '1', parked: '1', overdue: '1' }]);
  expect(await contact('status')).toMatch(/^parked +1$/m);
});

test('sees what is parked, and sends it again, alone or with all that waits', async () => {
  expect(names(await json('parked'))).toEqual(['João d’Ávila']);
  await contact('replay', '2');
  expect(names(await due())).toEqual(['João d’Ávila']);
  await contact('replay');
  expect(names(await due())).toEqual(['João d’Ávila', 'Zé; drop table']);
  await contact('replay', '1');
  expect(names(await due())).toHaveLength(3);
});

test.each([
  ['988887777', ['Joana Müller']],
  ['(49) 97777', ['João d’Ávila']],
  ['joão', ['João d’Ávila']],
  ["'; drop", []],
  ['zé; drop', ['Zé; drop table']],
])('finds whose message %s is', async (wanted, found) => {
  expect(names(await json('find', wanted))).toEqual(found);
});

test('exports what is stored, with every line of the messages, since a day', async () => {
  const rows = await json('export', '--since', '2026-02-01');
  expect(names(rows)).toEqual(['João d’Ávila', 'Zé; drop table']);
  expect(rows[0]).toMatchObject({ message: 'Linha 1\nLinha 2' });
  expect(await contact('export')).toContain('Linha 1 ⏎ Linha 2');
});

test('erases what a visitor asks to have erased, sent or not', async () => {
  await contact('erase', '1');
  await contact('erase', '3');
  expect(names(await json('export'))).toEqual(['João d’Ávila']);
});

test.each([
  [['erase', '99'], 'No message has the id 99.'],
  [['erase', '1; drop table x'], 'is not the id of a message'],
  [['replay', 'all'], 'all is not the id of a message'],
  [['find'], 'Find whom?'],
  [['help'], 'npm run contact -- <command>'],
])('who writes %j is told what is wrong', async (args, message) => {
  await expect(contact(...args)).rejects.toThrow(message);
});
