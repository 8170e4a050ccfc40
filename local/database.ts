// The databases that the function runs on here, with the project's own migrations applied: PGlite, which
// comes with the packages, or the machine's own PostgreSQL for real processes, locks and crashes.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { PGlite } from '@electric-sql/pglite';
import postgres from 'postgres';

import { freePort } from './free-port.ts';
import { servePglite } from './pglite-server.ts';

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../supabase/migrations');
const START_DEADLINE_MS = 30_000;

export interface Database {
  name: string;
  url: string;
  /** Without parameters `sql` may be several statements; the rows are those of the last one. */
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  /** Goes down without a word to its clients. */
  crash(): Promise<void>;
  /** Comes back where it was. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

type Query = Database['query'];

/** Applies what has not been applied yet, and keeps count where the Supabase CLI does. */
export async function applyMigrations(query: Query): Promise<void> {
  await query(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key);
  `);
  const rows = await query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  const applied = new Set(rows.map((row) => row.version));
  for (const file of readdirSync(MIGRATIONS_FOLDER).sort()) {
    const [version = file] = file.split('_');
    if (applied.has(version)) continue;
    await query(`begin;
      ${readFileSync(join(MIGRATIONS_FOLDER, file), 'utf8')}
      insert into supabase_migrations.schema_migrations (version) values ('${version}');
      commit;`);
  }
}

export interface PgliteOptions {
  /** Where its files are, made on the first start. Without it they are gone after `stop`. */
  folder?: string;
  /** Runs before the migrations. */
  prepare?: (engine: PGlite) => unknown;
}

/**
 * Starts PGlite behind a TCP port.
 *
 * @throws when another process has the folder open: two engines on the same files would destroy them
 */
export async function startPglite({ folder, prepare }: PgliteOptions = {}): Promise<Database> {
  const unlock = folder === undefined ? () => undefined : lockFolder(folder);
  try {
    const engine = await PGlite.create(folder);
    await prepare?.(engine);
    const query: Query = async <Row>(sql: string, parameters?: unknown[]) => {
      if (parameters !== undefined) return (await engine.query<Row>(sql, parameters)).rows;
      return ((await engine.exec(sql)).at(-1)?.rows ?? []) as Row[];
    };
    await applyMigrations(query);
    let server = await servePglite(engine);
    const { port } = server;
    return {
      name: 'PGlite',
      url: `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`,
      query,
      crash: () => server.stop(),
      restart: async () => {
        server = await servePglite(engine, port);
      },
      stop: async () => {
        await server.stop();
        await engine.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Whether this machine has PostgreSQL of its own. */
export function hasPostgres(): boolean {
  return spawnSync('initdb', ['--version']).status === 0;
}

/** PostgreSQL refuses to run as root: then its processes run as this user. */
function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
  return { uid: id('-u'), gid: id('-g') };
}

/** Starts PostgreSQL with a cluster of its own, not migrated yet; `settings` as in postgresql.conf. */
export async function startPostgres(settings: string[] = []): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'contact-postgres-'));
  const user = postgresUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { cwd: folder, stdio: 'ignore', ...user } as const;
  execFileSync('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8'], options);
  const port = await freePort(0);
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const allSettings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  let server: ChildProcess;

  const query: Query = async <Row>(sql: string, parameters?: unknown[]) => {
    const client = postgres(url, { max: 1, onnotice: () => undefined });
    try {
      const rows = await client.unsafe<(Row & object)[]>(sql, parameters as never[]);
      return [...rows];
    } finally {
      await client.end({ timeout: 1 });
    }
  };
  const start = async () => {
    const flags = allSettings.flatMap((setting) => ['-c', setting]);
    server = spawn('postgres', ['-D', data, '-p', String(port), ...flags], options);
    const deadline = performance.now() + START_DEADLINE_MS;
    for (;;) {
      try {
        await query('select 1');
        return;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await sleep(50);
      }
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };

  await start();
  const [row] = await query<{ server_version: string }>('show server_version');
  return {
    name: `PostgreSQL ${row?.server_version ?? ''}`,
    url,
    query,
    // Immediate shutdown: no checkpoint, recovery at the next start.
    crash: () => end('SIGQUIT'),
    restart: start,
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function lockFolder(folder: string): () => void {
  const lockFile = `${folder}.lock`;
  mkdirSync(dirname(folder), { recursive: true });
  for (;;) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      return () => {
        rmSync(lockFile, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(readFileSync(lockFile, 'utf8'));
    if (isRunning(owner)) {
      throw new Error(
        `The local database is in use by process ${owner}. Is the site already running in another terminal? (If not, delete ${lockFile}.)`,
      );
    }
    // Left behind by a process that was killed.
    rmSync(lockFile, { force: true });
  }
}

function isRunning(processId: number): boolean {
  try {
    return processId > 0 && process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
