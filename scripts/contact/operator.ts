/** `npm run contact -- <command>`: the operator's commands (docs/contact.md). */
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { Client, DatabaseError } from 'pg';

import type { Query } from '../../local/database.ts';
import { readVariables } from '../../src/lib/environment.ts';
import {
  ConfigError,
  readDatabaseSettings,
} from '../../supabase/functions/send-contact-email/config.ts';
import { checkSetup } from './check.ts';

type Row = Record<string, unknown>;

interface CommandOptions {
  /** A date such as 2026-03-01, optionally with a time. */
  since?: string | undefined;
  suspect?: boolean | undefined;
  /** Asks for confirmation before the given rows are deleted. */
  confirm?: (rows: Row[]) => Promise<boolean>;
}

const USAGE = `npm run contact -- <command> [--json]

  check                           checks every part of the set-up and says how to fix it
  status                          shows the current state and its problems
  stats                           counts messages by day and week, and how fast they were mailed
  parked                          lists messages that only replay sends
  replay                          sends all unsent messages at the next run of the job
  replay <id>                     sends one message at the next run of the job, even if it was sent
  find <phone or name>            finds a person's messages
  export [--since DATE]           lists the stored messages, since a date such as 2026-03-01
  erase <id>                      deletes a message permanently, sent or not
  erase --since DATE              deletes the messages since a date
  erase --suspect [--since DATE]  deletes only suspect messages

erase lists what it would delete and asks for confirmation; --yes skips the question.
All commands need SUPABASE_DB_URL, in the environment or in .env.contact.`;

const SHOWN_COLUMNS = 'id, created_at, name, phone, sent_at, parked_at, last_error';
const SHOWN_ROWS = 20;
const DUE_NOW = 'parked_at = null, counted_attempts = 0, claim = null, next_attempt_at = now()';

/** Arguments and options of each command. */
const COMMANDS: Record<string, { args: number; options: string[] }> = {
  check: { args: 0, options: [] },
  status: { args: 0, options: ['json'] },
  stats: { args: 0, options: ['json'] },
  parked: { args: 0, options: ['json'] },
  replay: { args: 1, options: ['json'] },
  find: { args: 1, options: ['json'] },
  export: { args: 0, options: ['json', 'since'] },
  erase: { args: 1, options: ['json', 'since', 'suspect', 'yes'] },
};

/** @throws if the command is unknown, or has arguments that it does not take */
function checkArguments([command = '', ...args]: string[], options: object): void {
  const known = COMMANDS[command];
  if (known === undefined) throw new Error(USAGE);
  const extra = [
    ...args.slice(known.args),
    ...Object.keys(options).flatMap((name) => (known.options.includes(name) ? [] : [`--${name}`])),
  ];
  if (extra.length > 0) throw new Error(`${command} does not take ${extra.join(' ')}.`);
}

/** SQL that removes accents, punctuation and whitespace from a text, and lower-cases it. */
const plain = (text: string) =>
  `regexp_replace(lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036F]', '', 'g')),
     '[][\\s!-/:-@\\\\^_\`{-~\\u2000-\\u206F\\u00AD\\u00B4]', '', 'g')`;

// Country and area code are optional. A shorter number has to match as it is.
const SUBSCRIBER_DIGITS = 8;

const TIME_ZONE = 'America/Sao_Paulo';

/** SQL that counts messages and measures how long they waited, per `unit`. */
const statsBy = (unit: 'day' | 'week', days: number) => `
  select '${unit}' as by, to_char(date_trunc('${unit}', created_at at time zone '${TIME_ZONE}'), 'YYYY-MM-DD') as from,
    count(*) as messages, count(*) filter (where is_suspect) as suspect,
    count(*) filter (where sent_at is null) as not_mailed,
    round(percentile_cont(0.5) within group (order by extract(epoch from sent_at - created_at))::numeric, 1)
      as half_within_seconds,
    round(max(extract(epoch from sent_at - created_at)), 1) as all_within_seconds
  from public.contact_messages
  where not is_self_test
    and created_at >= date_trunc('${unit}', now() at time zone '${TIME_ZONE}') at time zone '${TIME_ZONE}'
      - interval '${days} days'
  group by 2`;

/**
 * Runs a command.
 *
 * @returns the rows to print
 * @throws if the command or the message does not exist
 */
export async function runCommand(
  query: Query,
  [command, argument]: string[],
  { since, suspect = false, confirm = () => Promise.resolve(true) }: CommandOptions = {},
): Promise<Row[]> {
  if (since !== undefined && Number.isNaN(Date.parse(since))) {
    throw new Error(`${since} is not a date such as 2026-03-01.`);
  }
  /** Returns the id from the command line; throws if no message has it. */
  async function existingId(): Promise<string> {
    if (argument === undefined || !/^\d{1,18}$/.test(argument)) {
      throw new Error(`${argument ?? 'Nothing'} is not the id of a message.`);
    }
    const rows = await query('select from public.contact_messages where id = $1::bigint', [
      argument,
    ]);
    if (rows.length === 0) throw new Error(`No message has the id ${argument}.`);
    return argument;
  }

  switch (command) {
    case 'status':
      return query('select * from contact_private.status');
    case 'stats':
      return query(`${statsBy('day', 6)} union all ${statsBy('week', 21)} order by 1, 2`);
    case 'parked':
      return query(
        `select ${SHOWN_COLUMNS} from public.contact_messages
         where parked_at is not null and sent_at is null order by id`,
      );
    case 'replay':
      if (argument !== undefined) {
        return query(
          `update public.contact_messages set ${DUE_NOW}, sent_at = null, attempts = 0
           where id = $1::bigint returning id, created_at`,
          [await existingId()],
        );
      }
      // Leaves messages that a worker has claimed.
      return query(
        `update public.contact_messages set ${DUE_NOW}
         where sent_at is null and not (claim is not null and next_attempt_at > now())
         returning id, created_at`,
      );
    case 'find': {
      const wanted = argument ?? '';
      const digits = wanted.replace(/\D/g, '').slice(-SUBSCRIBER_DIGITS);
      // With letters it is a name; without, a phone.
      const isName = /\p{L}/u.test(wanted);
      if (!isName && digits === '') throw new Error('Find whom?');
      return query(
        `select ${SHOWN_COLUMNS} from public.contact_messages where case
           when $1 then strpos(${plain('name')}, ${plain('$2::text')}) > 0
           else strpos(regexp_replace(normalize(phone, NFKC), '\\D', '', 'g'), $3) > 0
         end order by id`,
        [isName, wanted, digits],
      );
    }
    case 'export':
      return query(
        `select id, created_at, name, phone, message, is_suspect, sent_at
         from public.contact_messages where created_at >= $1::text::timestamptz order by id`,
        [since ?? '-infinity'],
      );
    case 'erase': {
      if (argument === undefined && since === undefined && !suspect) {
        throw new Error('Erase what? An id, --suspect, or --since DATE.');
      }
      const one = argument === undefined ? null : await existingId();
      const rows = await query<Row>(
        `select ${SHOWN_COLUMNS} from public.contact_messages
         where case when $1::bigint is null then created_at >= $2::text::timestamptz and (is_suspect or not $3)
           else id = $1::bigint end order by id`,
        [one, since ?? '-infinity', suspect],
      );
      if (rows.length === 0 || !(await confirm(rows))) return [];
      const ids = rows.map(({ id }) => String(id));
      // The database refuses to delete unsent messages.
      await query(
        `update public.contact_messages set sent_at = now()
         where sent_at is null and id = any ($1::text[]::bigint[])`,
        [ids],
      );
      const erased = await query<Row>(
        'delete from public.contact_messages where id = any ($1::text[]::bigint[]) returning id',
        [ids],
      );
      // Otherwise the table keeps its size, and the function goes on refusing suspect messages.
      if (one === null) await query('vacuum full public.contact_messages');
      return erased;
    }
    default:
      throw new Error(USAGE);
  }
}

/** Explains the status. */
function statusInWords({ problems }: Row): string {
  if (typeof problems !== 'string') return 'All is well.';
  const list = problems.split(/, (?![^(]*\))/).map((problem) => `  - ${problem}`);
  return `Problems:\n${list.join('\n')}\nTo find the cause: npm run contact -- check`;
}

async function askOnTerminal(rows: Row[]): Promise<boolean> {
  console.table(rows.slice(0, SHOWN_ROWS));
  if (rows.length > SHOWN_ROWS) console.log(`… and ${rows.length - SHOWN_ROWS} more`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`Delete ${rows.length} permanently? (yes/no) `);
    return answer.trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
}

/** Runs a command line and prints what it returns. */
export async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      since: { type: 'string' },
      suspect: { type: 'boolean' },
      yes: { type: 'boolean' },
    },
  });
  checkArguments(positionals, values);
  if (existsSync('.env.contact')) loadEnvFile('.env.contact');
  Object.assign(process.env, readVariables());
  if (positionals[0] === 'check') {
    for await (const { part, problem } of checkSetup(process.env)) {
      console.log(problem === undefined ? `ok       ${part}` : `PROBLEM  ${part}: ${problem}`);
      if (problem !== undefined) process.exitCode = 1;
    }
    return;
  }
  const client = new Client(readDatabaseSettings(process.env));
  try {
    await client.connect();
    const query: Query = async <Row>(text: string, parameters: unknown[] = []) =>
      (await client.query<Row & object>(text, parameters)).rows;
    const { since, suspect, yes = false, json = false } = values;
    const confirm = yes ? () => Promise.resolve(true) : askOnTerminal;
    const rows = await runCommand(query, positionals, { since, suspect, confirm });
    if (json) console.log(JSON.stringify(rows, undefined, 2));
    // A single row is easier to read vertically.
    else console.table(rows.length === 1 ? rows[0] : rows);
    if (!json && positionals[0] === 'status') console.log(statusInWords(rows[0] ?? {}));
  } finally {
    await client.end();
  }
}

/** 3F000: no such schema; 42P01: no such table. */
const NOT_MIGRATED = new Set(['3F000', '42P01']);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(process.argv.slice(2)).catch((error: unknown) => {
    if (error instanceof ConfigError) console.error(error.problems.join('\n'));
    else if (error instanceof DatabaseError && NOT_MIGRATED.has(error.code ?? '')) {
      console.error(`${error.message}: run supabase db push.`);
    } else console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
