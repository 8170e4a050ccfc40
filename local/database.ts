// PGlite, a PostgreSQL engine that comes with the packages, with the project's own migrations applied.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

import { PGlite } from '@electric-sql/pglite';

import { servePglite } from './pglite-server.ts';

// Optimising PGlite's WebAssembly would take longer than the whole run.
setFlagsFromString('--liftoff-only');

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
    create table if not exists supabase_migrations.schema_migrations (version text primary key, name text);
    select version from supabase_migrations.schema_migrations`);
  const files = readdirSync(MIGRATIONS_FOLDER).sort();
  if (rows.some(({ version }) => !files.some((file) => file.startsWith(version)))) {
    throw new Error(
      'The local database has migrations of another version of the site: delete .local/.',
    );
  }
  for (const file of files) {
    const [, version = '', name = ''] = /^(\d+)_(.*)\.sql$/.exec(file) ?? [];
    if (rows.some((row) => row.version === version)) continue;
    await query(`begin;
      ${readFileSync(join(MIGRATIONS_FOLDER, file), 'utf8')}
      insert into supabase_migrations.schema_migrations values ('${version}', '${name}');
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
  } catch {
    return false;
  }
}
