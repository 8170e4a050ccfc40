// A database for bench and soak: the machine's own PostgreSQL where there is one (real processes,
// real locks, real crashes), otherwise PGlite.
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { PGlite } from '@electric-sql/pglite';
import postgres from 'postgres';

import { applyMigrations, migrationFiles } from '../../local/database.ts';
import { freePort } from '../../local/free-port.ts';
import { servePglite, type PgliteServer } from '../../local/pglite-server.ts';

const START_DEADLINE_MS = 30_000;

export interface ProofDatabase {
  /** For the report. */
  name: string;
  url: string;
  query<Row>(sql: string): Promise<Row[]>;
  /** Goes down without a word to its clients, and comes back after `downMs` milliseconds. */
  crash(downMs: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startProofDatabase(): Promise<ProofDatabase> {
  const isInstalled = spawnSync('initdb', ['--version']).status === 0;
  return isInstalled ? startPostgres() : startPglite();
}

/** PostgreSQL refuses to run as root: then its processes run as the first of these there is. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name]));
    if (uid?.status === 0 && gid?.status === 0) {
      return { uid: Number(uid.stdout.toString()), gid: Number(gid.stdout.toString()) };
    }
  }
  return undefined;
}

async function startPostgres(): Promise<ProofDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'contact-postgres-'));
  const user = unprivilegedUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const options = { cwd: folder, ...user };
  const data = join(folder, 'data');
  await promisify(execFile)('initdb', ['-D', data, '-U', 'postgres', '--auth=trust'], options);
  const port = await freePort(0);
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess;

  async function start(): Promise<void> {
    server = spawn(
      'postgres',
      [
        '-D',
        data,
        '-p',
        String(port),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        `unix_socket_directories=`,
      ],
      { ...options, stdio: 'ignore' },
    );
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
  }
  async function query<Row>(sql: string): Promise<Row[]> {
    const client = postgres(url, { max: 1, onnotice: () => undefined });
    try {
      return [...(await client.unsafe<(Row & object)[]>(sql))];
    } finally {
      await client.end({ timeout: 1 });
    }
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    const exited = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await exited;
  }

  await start();
  for (const file of migrationFiles()) await query(readFileSync(file, 'utf8'));
  const [row] = await query<{ server_version: string }>('show server_version');
  return {
    name: `PostgreSQL ${row?.server_version ?? ''}`,
    url,
    query,
    crash: async (downMs) => {
      // Immediate shutdown: no checkpoint, recovery at the next start.
      await end('SIGQUIT');
      await sleep(downMs);
      await start();
    },
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startPglite(): Promise<ProofDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'contact-pglite-'));
  const data = join(folder, 'data');
  let engine = await PGlite.create(data);
  await applyMigrations(engine);
  let server: PgliteServer = await servePglite(engine);
  const { port } = server;
  return {
    name: 'PGlite',
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    query: async <Row>(sql: string) => (await engine.exec(sql)).at(-1)?.rows as Row[],
    crash: async (downMs) => {
      await server.stop();
      await engine.close();
      await sleep(downMs);
      engine = await PGlite.create(data);
      server = await servePglite(engine, port);
    },
    stop: async () => {
      await server.stop();
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
