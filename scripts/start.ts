/**
 * `npm start` builds the site and serves it like a CDN; `npm run dev` serves it with hot reloading. Without a
 * configured Supabase project, both start a local contact service.
 */
import { spawn, spawnSync } from 'node:child_process';
import { startLocalBackend } from '../local/backend.ts';
import { freePort } from '../local/listen.ts';
import { readCompany } from '../local/company.ts';
import { readEnvironment, readVariables } from '../src/lib/environment.ts';
import { serveSite } from '../local/site-server.ts';
import { commandOf } from '../local/machine.ts';

const PREFERRED_PORT = 4321;

/** Not `dist`, because this build refers to a contact service on this machine. */
const SITE_FOLDER = '.local/site';

const isDevelopment = process.argv.includes('--dev');
const parts = new AsyncDisposableStack();

async function stopAll(exitCode: number): Promise<void> {
  if (parts.disposed) return;
  await parts.disposeAsync();
  process.exit(exitCode);
}

function fail(reason: string): Promise<void> {
  console.error(`\n${reason}\nStopping everything else.`);
  return stopAll(1);
}

/** Starts a local contact service and returns the site's settings for it. */
async function startContactService(port: number): Promise<Record<string, string>> {
  const backend = await startLocalBackend({
    siteUrls: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
    company: readCompany('src/content'),
  });
  parts.defer(() => backend.stop());
  void backend.ended.then((error) => {
    if (error) void fail(error.message);
  });
  console.log(`Contact function: ${backend.url} (its mails: ${backend.mailFolder})`);
  return { PUBLIC_SUPABASE_URL: backend.url, PUBLIC_SUPABASE_ANON_KEY: backend.anonKey };
}

async function buildAndServe(port: number, environment: NodeJS.ProcessEnv): Promise<void> {
  const [program = '', ...args] = commandOf('astro', 'build', '--outDir', SITE_FOLDER);
  const build = spawnSync(program, args, { stdio: 'inherit', env: environment });
  if (build.status !== 0) {
    await fail('The site could not be built.');
    return;
  }
  const site = await serveSite({ folder: SITE_FOLDER, port });
  parts.defer(() => site.stop());
  console.log(`\nThe site is at ${site.url} (Ctrl-C to stop)`);
}

function startDevServer(port: number, environment: NodeJS.ProcessEnv): void {
  const [program = '', ...args] = commandOf('astro', 'dev', '--port', String(port));
  const server = spawn(program, args, { stdio: 'inherit', env: environment });
  parts.defer(() => void server.kill());
  server.once('exit', (code) => {
    if (!parts.disposed) void fail(`The development server stopped (exit code ${code ?? 'none'}).`);
  });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stopAll(0));
}

try {
  const configured = readEnvironment(readVariables(isDevelopment ? 'development' : 'production'));
  const port = await freePort(PREFERRED_PORT);
  const contact =
    configured.PUBLIC_SUPABASE_URL === undefined ? await startContactService(port) : {};
  const environment = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...contact };
  if (isDevelopment) startDevServer(port, environment);
  else await buildAndServe(port, environment);
} catch (error) {
  await fail(error instanceof Error ? error.message : String(error));
}
