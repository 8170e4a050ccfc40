/** `npm run contact -- <command>`: what an operator does to messages (docs/contact.md). */
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import postgres from 'postgres';

import type { Database } from '../../local/database.ts';

type Row = Record<string, unknown>;
type Query = Database['query'];

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

function idFrom(text: string | undefined): string {
  if (text === undefined || !/^\d{1,18}$/.test(text)) {
    throw new UsageError(`${text ?? 'Nothing'} is not the id of a message.`);
  }
  return text;
}

async function exactlyOne(id: string, rows: Promise<Row[]>): Promise<Row[]> {
  const found = await rows;
  if (found.length === 0) throw new UsageError(`No message has the id ${id}.`);
  return found;
}

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
  switch (command) {
    case 'status':
      return query('select * from contact_private.status');
    case 'parked':
      return query(
        `select ${SHOWN} from public.contact_messages
         where parked_at is not null and sent_at is null order by id`,
      );
    case 'replay': {
      const again =
        'parked_at = null, unsafe_attempts = 0, is_claimed = false, next_attempt_at = now()';
      if (argument === undefined) {
        // What a worker has right now is left to it.
        return query(
          `update public.contact_messages set ${again}
           where sent_at is null and not (is_claimed and next_attempt_at > now())
           returning id, created_at, attempts`,
        );
      }
      const id = idFrom(argument);
      return exactlyOne(
        id,
        query(
          `update public.contact_messages set ${again}, sent_at = null, attempts = 0
           where id = $1::bigint returning id, created_at, attempts`,
          [id],
        ),
      );
    }
    case 'find': {
      const digits = argument?.replace(/\D/g, '') ?? '';
      if (argument === undefined) throw new UsageError('Find whom?');
      return query(
        `select ${SHOWN} from public.contact_messages
         where strpos(lower(name), lower($1)) > 0
           or ($2 <> '' and strpos(regexp_replace(phone, '\\D', '', 'g'), $2) > 0)
         order by id`,
        [argument, digits],
      );
    }
    case 'export':
      return query(
        `select id, created_at, name, phone, message, is_suspect, sent_at
         from public.contact_messages where created_at >= $1::text::timestamptz order by id`,
        [since],
      );
    case 'erase': {
      const id = idFrom(argument);
      return exactlyOne(
        id,
        query(
          // In two steps, because what is unsent cannot be deleted.
          `update public.contact_messages set sent_at = coalesce(sent_at, now())
           where id = $1::bigint returning id`,
          [id],
        ).then(() =>
          query('delete from public.contact_messages where id = $1::bigint returning id', [id]),
        ),
      );
    }
    default:
      throw new UsageError(USAGE);
  }
}

/** Rows as columns of text. */
export function asTable(rows: Row[]): string {
  const [first] = rows;
  if (first === undefined) return '(none)';
  const shown = (value: unknown) => {
    if (value === null) return '–';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.replaceAll('\n', ' ⏎ ').replace(/^"(.*)"$/, '$1');
  };
  // One row is easier to read downwards.
  const lines =
    rows.length === 1
      ? Object.entries(first).map(([name, value]) => [name, shown(value)])
      : [Object.keys(first), ...rows.map((row) => Object.values(row).map(shown))];
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, since: { type: 'string' } },
  });
  if (existsSync('.env.contact')) loadEnvFile('.env.contact');
  const url = process.env['SUPABASE_DB_URL'] ?? '';
  if (positionals.length > 0 && !URL.canParse(url)) {
    throw new UsageError('SUPABASE_DB_URL is missing, or is no URL.');
  }
  const sql = postgres(url, { max: 1, onnotice: () => undefined, prepare: false });
  try {
    const query: Query = async <Row>(text: string, parameters: unknown[] = []) => [
      ...(await sql.unsafe<(Row & object)[]>(text, parameters as never[])),
    ];
    const rows = await runCommand(query, positionals, values.since);
    console.log(values.json ? JSON.stringify(rows, undefined, 2) : asTable(rows));
  } finally {
    await sql.end({ timeout: 1 });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main().catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
}
