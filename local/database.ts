// Databases for the function on this machine, with the project's migrations applied: PGlite, which is an npm
// package, or an installed PostgreSQL for real processes, locks and crashes.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';

import { createCertificate } from './certificate.ts';
import { freePort } from './free-port.ts';
import { servePglite } from './pglite-server.ts';

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../supabase/migrations');

/** Runs SQL. Without parameters, several statements are allowed; returns the rows of the last. */
export type Query = <Row>(sql: string, parameters?: unknown[]) => Promise<Row[]>;

export interface Database {
  url: string;
  /** Certificate authority as PEM; empty if the database does not encrypt. */
  ca: string;
  query: Query;
  /** Stops abruptly, as in a crash. */
  crash(): Promise<void>;
  /** Starts again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Applies pending migrations and records them where the Supabase CLI does. */
export async function applyMigrations(query: Query): Promise<void> {
  const rows = await query<{ version: string }>(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key);
    select version from supabase_migrations.schema_migrations`);
  const files = readdirSync(MIGRATIONS_FOLDER).sort();
  if (rows.some(({ version }) => !files.some((file) => file.startsWith(version)))) {
    throw new Error(
      'The database is of another version of the site. On your own machine, delete .local/.',
    );
  }
  for (const file of files) {
    const [version = file] = file.split('_');
    if (rows.some((row) => row.version === version)) continue;
    await query(`begin;
      ${readFileSync(join(MIGRATIONS_FOLDER, file), 'utf8')}
      insert into supabase_migrations.schema_migrations values ('${version}');
      commit;`);
  }
}

/**
 * Starts PGlite behind a TCP port.
 *
 * @param folder data folder, created on the first start; without it, the database lives in memory
 * @param prepare runs before the migrations
 * @throws if another process has the folder open
 */
export async function startPglite(
  folder?: string,
  prepare?: (engine: PGlite) => unknown,
): Promise<Database> {
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
      url: `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`,
      ca: '',
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

/** Locks the folder: two engines would corrupt its files. */
function lockFolder(folder: string): () => void {
  const lockFile = `${folder}.lock`;
  mkdirSync(dirname(folder), { recursive: true });
  const owner = existsSync(lockFile) ? Number(readFileSync(lockFile, 'utf8')) : 0;
  if (isRunning(owner)) {
    throw new Error(
      `The local database is in use by process ${owner}. Is the site already running in another terminal? (If not, delete ${lockFile}.)`,
    );
  }
  writeFileSync(lockFile, String(process.pid));
  return () => {
    rmSync(lockFile);
  };
}

function isRunning(processId: number): boolean {
  try {
    return processId > 0 && process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const HOSTSSL_ONLY = 'hostssl all all samehost trust\n';

/** Whether PostgreSQL is installed. */
export function hasPostgres(): boolean {
  return spawnSync('pg_ctl', ['--version']).status === 0;
}

/** PostgreSQL refuses to run as root; its processes then run as its own user. */
function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Starts PostgreSQL with a new cluster, not migrated yet. Like a well-configured host, it refuses unencrypted
 * connections; its certificate is valid for `localhost`, not for 127.0.0.1.
 */
export async function startPostgres(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'contact-postgres-'));
  const user = postgresUser();
  chownSync(folder, user.uid ?? -1, user.gid ?? -1);
  const data = join(folder, 'data');
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(program, args, { cwd: folder, ...user });
  await run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8');
  const { key, cert, ca } = await createCertificate(['localhost']);
  const files = { 'server.key': key, 'server.crt': cert, 'pg_hba.conf': HOSTSSL_ONLY };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    chownSync(join(data, name), user.uid ?? -1, user.gid ?? -1);
  }
  const port = await freePort(0);
  const url = `postgresql://postgres@localhost:${port}/postgres`;
  const options = `-c port=${port} -c unix_socket_directories= -c ssl=on`;
  const start = async () => {
    await run('pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options);
  };
  const stop = async (mode: string) => {
    await run('pg_ctl', 'stop', '-w', '-D', data, '-m', mode);
  };
  await start();
  return {
    url,
    ca,
    query: async <Row>(sql: string, parameters?: unknown[]) => {
      const client = new Client({ connectionString: url, ssl: { ca } });
      // A crash breaks the connection; the query fails as well.
      client.on('error', () => undefined);
      try {
        await client.connect();
        // Several statements return an array of results.
        const results = [await client.query<Row & object>(sql, parameters)].flat();
        return results.at(-1)?.rows ?? [];
      } finally {
        await client.end();
      }
    },
    // Without a checkpoint: the next start recovers.
    crash: () => stop('immediate'),
    restart: start,
    stop: async () => {
      await stop('fast');
      rmSync(folder, { recursive: true });
    },
  };
}
