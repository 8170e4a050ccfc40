// A real PostgreSQL server on this machine, for tests that need processes, locks and crashes.
import { execFile, execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from 'pg';

import type { Database } from '../../local/database.ts';
import { freePort } from '../../local/listen.ts';
import { CERTIFICATE } from './certificate.ts';

const HOSTSSL_ONLY = 'hostssl all all samehost trust\n';

/** PostgreSQL refuses to run as root; as root, its processes run as the `postgres` user. */
function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Starts PostgreSQL with a new cluster that has no migrations. Like a well-configured host, it only accepts
 * encrypted connections; its certificate covers `localhost` but not 127.0.0.1.
 *
 * @param cron loads pg_cron, which has to be installed
 */
export async function startPostgres({ cron = false } = {}): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'contact-postgres-'));
  const user = postgresUser();
  chownSync(folder, user.uid ?? -1, user.gid ?? -1);
  const data = join(folder, 'data');
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(program, args, { cwd: folder, ...user });
  await run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8');
  const { key, cert, ca } = CERTIFICATE;
  const files = { 'server.key': key, 'server.crt': cert, 'pg_hba.conf': HOSTSSL_ONLY };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    chownSync(join(data, name), user.uid ?? -1, user.gid ?? -1);
  }
  const port = await freePort(0);
  const url = `postgresql://postgres@localhost:${port}/postgres`;
  const options = `-c port=${port} -c unix_socket_directories= -c ssl=on${cron ? ' -c shared_preload_libraries=pg_cron' : ''}`;
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
      // After a crash, the query itself reports the lost connection.
      client.on('error', () => undefined);
      try {
        await client.connect();
        // Several statements return one result each.
        const results = [await client.query<Row & object>(sql, parameters)].flat();
        return results.at(-1)?.rows ?? [];
      } finally {
        await client.end();
      }
    },
    // Skips the checkpoint, so the next start recovers.
    crash: () => stop('immediate'),
    restart: start,
    stop: async () => {
      await stop('fast');
      rmSync(folder, { recursive: true });
    },
  };
}
