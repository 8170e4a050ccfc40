/**
 * `npm start` builds the site and serves it like a CDN; `npm run dev` serves it with hot reloading, and takes
 * Astro's options. `--port` is for both. Without a configured Supabase project, both start a local contact service.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { startLocalBackend } from '../local/backend.ts';
import { freePort } from '../local/listen.ts';
import { readCompany } from '../local/company.ts';
import { readEnvironment, readVariables } from '../src/lib/environment.ts';
import { serveSite } from '../local/site-server.ts';
import { commandOf } from '../local/machine.ts';

const PORT = /\n--port[\n=](\d+)$/m;
const given = process.argv.join('\n');
const PREFERRED_PORT = Number(PORT.exec(given)?.[1] ?? 4321);

/** Without the port: told two, Astro takes its own. */
const [, , ...args] = given.replace(PORT, '').split('\n');

/** Not `dist`, because this build refers to a contact service on this machine. */
const SITE_FOLDER = '.local/site';

const isDevelopment = args[0] === '--dev';
const mode = isDevelopment ? 'development' : 'production';
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
async function startContactService(siteUrl: string): Promise<Record<string, string>> {
  const backend = await startLocalBackend({
    siteUrls: [siteUrl, siteUrl.replace('localhost', '127.0.0.1')],
    company: readCompany('src/content'),
  });
  parts.defer(() => backend.stop());
  void backend.ended.then((error) => {
    if (error) void fail(error.message);
  });
  console.log(
    `Contact function: ${backend.url} (its mails: ${backend.mailFolder}). A browser on another device sees the site, but cannot send the form.`,
  );
  return { PUBLIC_SUPABASE_URL: backend.url, PUBLIC_SUPABASE_ANON_KEY: backend.anonKey };
}

function runAstro(args: string[], environment: NodeJS.ProcessEnv): ChildProcess {
  const [program = '', ...command] = commandOf('astro', ...args);
  const child = spawn(program, command, { stdio: 'inherit', env: environment });
  parts.defer(() => void child.kill());
  return child;
}

async function buildAndServe(port: number, base: string, environment: NodeJS.ProcessEnv) {
  const build = runAstro(['build', '--outDir', SITE_FOLDER], environment);
  await once(build, 'exit');
  if (parts.disposed) return;
  if (build.exitCode !== 0) throw new Error('The site could not be built.');
  const site = await serveSite({ folder: SITE_FOLDER, port, base });
  parts.defer(() => site.stop());
  console.log(`\nThe site is at ${site.url}${base} (Ctrl-C to stop)`);
}

/** What Astro restarts its server for, whose loaders then lose their watcher. */
const CONFIGURATION = /^(?:astro\.config\.mjs|package\.json|tsconfig\.json|\.env.*)$/;

/** Starts the server again when a schema has changed, since Node keeps the modules that it has loaded, or the configuration. */
function startDevServer(port: number, environment: NodeJS.ProcessEnv): void {
  const start = (): ChildProcess =>
    runAstro(['dev', '--port', String(port), ...args.slice(1)], environment).once('exit', () => {
      if (parts.disposed) return;
      if (server.killed) server = start();
      // Over a file that is half-written, say.
      else console.error('The development server waits for a change of schema or configuration.');
    });
  let server = start();
  const startAgain = (): void => {
    if (!server.kill()) server = start();
  };
  watch('src/schemas', { recursive: true }, startAgain);
  watch('.', (_event, file) => {
    if (CONFIGURATION.test(file ?? '')) startAgain();
  });
}

for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.on(event, () => void stopAll(0));
}

try {
  const variables = readVariables(mode);
  const configured = readEnvironment(variables);
  const port = await freePort(PREFERRED_PORT);
  const { SITE_BASE: base = '', PUBLIC_SUPABASE_URL: backend } = configured;
  const localUrl = `http://localhost:${port}`;
  const contact = backend === undefined ? await startContactService(localUrl + base) : {};
  const environment = {
    ...process.env,
    NODE_ENV: mode,
    ASTRO_TELEMETRY_DISABLED: '1',
    ...(variables['SITE_URL'] ? {} : { SITE_URL: localUrl }),
    ...contact,
  };
  if (isDevelopment) startDevServer(port, environment);
  else await buildAndServe(port, base, environment);
} catch (error) {
  await fail(error instanceof Error ? error.message : String(error));
}
