// The embedded PostgreSQL engine (PGlite) with the project's own migrations applied.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../supabase/migrations');

export interface LocalDatabase {
  engine: PGlite;
  close(): Promise<void>;
}

/**
 * Opens the database in `folder` (created on the first start) and brings it up to date.
 *
 * @throws when another process has it open: two engines on the same files would destroy them
 */
export async function openDatabase(folder: string): Promise<LocalDatabase> {
  mkdirSync(dirname(folder), { recursive: true });
  const releaseLock = lockFolder(`${folder}.lock`);
  try {
    const engine = await PGlite.create(folder);
    await applyMigrations(engine);
    return {
      engine,
      close: async () => {
        await engine.close();
        releaseLock();
      },
    };
  } catch (error) {
    releaseLock();
    throw error;
  }
}

/** The project's migrations, in their order. */
export function migrationFiles(): string[] {
  return readdirSync(MIGRATIONS_FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => join(MIGRATIONS_FOLDER, name));
}

/** Applies what has not been applied yet, and keeps count where the Supabase CLI does. */
export async function applyMigrations(engine: PGlite): Promise<void> {
  await engine.exec(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key);
  `);
  const { rows } = await engine.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  const applied = new Set(rows.map((row) => row.version));
  for (const file of migrationFiles()) {
    const version = basename(file).split('_')[0] ?? file;
    if (applied.has(version)) continue;
    const sql = readFileSync(file, 'utf8');
    await engine.transaction(async (transaction) => {
      await transaction.exec(sql);
      await transaction.query(
        'insert into supabase_migrations.schema_migrations (version) values ($1)',
        [version],
      );
    });
  }
}

function lockFolder(lockFile: string): () => void {
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
  if (!Number.isInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
