// The machine's own PostgreSQL, for real processes, locks and crashes.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from 'pg';

import type { Database } from '../local/database.ts';
import { freePort } from '../local/free-port.ts';
import { createCertificate } from './certificate.ts';

const HOSTSSL_ONLY = 'hostssl all all samehost trust\n';

/** Whether this machine has PostgreSQL of its own. */
export function hasPostgres(): boolean {
  return spawnSync('pg_ctl', ['--version']).status === 0;
}

/** PostgreSQL refuses to run as root: then its processes run as the user that it comes with. */
function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Starts PostgreSQL with a cluster of its own, not migrated yet. As on a host that is set up well, it lets
 * in nobody who does not encrypt; its certificate is for `localhost` and not for 127.0.0.1.
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
      // What a crash leaves of it: the query says so as well.
      client.on('error', () => undefined);
      try {
        await client.connect();
        // Of several statements each has a result.
        const results = [await client.query<Row & object>(sql, parameters)].flat();
        return results.at(-1)?.rows ?? [];
      } finally {
        await client.end();
      }
    },
    // No checkpoint, and recovery at the next start.
    crash: () => stop('immediate'),
    restart: start,
    stop: async () => {
      await stop('fast');
      rmSync(folder, { recursive: true });
    },
  };
}
