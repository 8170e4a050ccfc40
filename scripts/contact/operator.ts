/** `npm run contact -- <command>`: what an operator does to messages (docs/contact.md). */
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { Client } from 'pg';

import type { Query } from '../../local/database.ts';
import { ConfigError, readDatabase } from '../../supabase/functions/send-contact-email/config.ts';

type Row = Record<string, unknown>;

const USAGE = `npm run contact -- <command> [--json]

  status                 how things stand
  parked                 messages that are not mailed again by themselves
  replay                 mails everything that is unsent, parked or waiting, at the next run of the job
  replay <id>            mails one message at the next run of the job, even if it has been sent
  find <phone or name>   whose message is which
  export [--since DATE]  all messages that are still stored, since a date such as 2026-03-01
  erase <id>             deletes a message for good, sent or not

It needs SUPABASE_DB_URL, in the environment or in .env.contact.`;

class UsageError extends Error {}

const SHOWN = 'id, created_at, name, phone, sent_at, parked_at, last_error';
const DUE_NOW =
  'parked_at = null, unsafe_attempts = 0, claim = null, next_attempt_at = now()';

/**
 * Runs one command.
 *
 * @returns the rows to show
 * @throws {UsageError} when the command is not one, or there is no such message
 */
export async function runCommand(
  query: Query,
  [command, argument]: string[],
  since = '-infinity',
): Promise<Row[]> {
  async function changeOne(...statements: string[]): Promise<Row[]> {
    if (!/^\d{1,18}$/.test(argument ?? '')) {
      throw new UsageError(`${argument ?? 'Nothing'} is not the id of a message.`);
    }
    let rows: Row[] = [];
    for (const statement of statements) rows = await query(statement, [argument]);
    if (rows.length === 0) throw new UsageError(`No message has the id ${argument ?? ''}.`);
    return rows;
  }

  switch (command) {
    case 'status':
      return query('select * from contact_private.status');
    case 'parked':
      return query(
        `select ${SHOWN} from public.contact_messages
         where parked_at is not null and sent_at is null order by id`,
      );
    case 'replay':
      if (argument !== undefined) {
        return changeOne(
          `update public.contact_messages set ${DUE_NOW}, sent_at = null, attempts = 0
           where id = $1::bigint returning id, created_at`,
        );
      }
      // What a worker has right now is left to it.
      return query(
        `update public.contact_messages set ${DUE_NOW}
         where sent_at is null and not (claim is not null and next_attempt_at > now())
         returning id, created_at`,
      );
    case 'find':
      if (argument === undefined) throw new UsageError('Find whom?');
      return query(
        `select ${SHOWN} from public.contact_messages
         where strpos(lower(name), lower($1)) > 0
           or ($2 <> '' and strpos(regexp_replace(phone, '\\D', '', 'g'), $2) > 0)
         order by id`,
        [argument, argument.replace(/\D/g, '')],
      );
    case 'export':
      return query(
        `select id, created_at, name, phone, message, is_suspect, sent_at
         from public.contact_messages where created_at >= $1::text::timestamptz order by id`,
        [since],
      );
    case 'erase':
      return changeOne(
        // What is unsent cannot be deleted.
        'update public.contact_messages set sent_at = coalesce(sent_at, now()) where id = $1::bigint',
        'delete from public.contact_messages where id = $1::bigint returning id',
      );
    default:
      throw new UsageError(USAGE);
  }
}

/** One row is easier to read downwards. */
function downwards(row: Row = {}): Record<string, { value: unknown }> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, { value }]));
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, since: { type: 'string' } },
  });
  if (existsSync('.env.contact')) loadEnvFile('.env.contact');
  if (positionals.length === 0) throw new UsageError(USAGE);
  const client = new Client(readDatabase(process.env));
  try {
    await client.connect();
    const query: Query = async <Row>(text: string, parameters: unknown[] = []) =>
      (await client.query<Row & object>(text, parameters)).rows;
    const rows = await runCommand(query, positionals, values.since);
    if (values.json === true) console.log(JSON.stringify(rows, undefined, 2));
    else console.table(rows.length === 1 ? downwards(rows[0]) : rows);
  } finally {
    await client.end();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main().catch((error: unknown) => {
    console.error(
      error instanceof ConfigError ? error.problems.join('\n') : (error as Error).message,
    );
    process.exitCode = 1;
  });
}
