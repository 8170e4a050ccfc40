// Prepares a fresh clone: installs packages, with `--production` only those of a build, and checks the pinned Node.
// Then runs the given script, if any.
// Plain JavaScript, because it runs on the machine's own Node.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** npm writes this file at the very end of an installation. */
const INSTALLED_FILE = `${root}node_modules/.package-lock.json`;

/** The first major version with `AsyncDisposableStack`. */
const OLDEST_NODE = 24;

const STARTERS_CHECK_MS = 500;

function fail(reason) {
  console.error(reason);
  process.exit(1);
}

/**
 * The process that started this one and, on Linux, npm above its shell: the shell can outlive npm. Elsewhere, npm's shell
 * replaces itself by this process.
 */
function starters() {
  const { ppid, env } = process;
  try {
    const [, npm] = /\(\w*sh\) \w (\d+)/.exec(readFileSync(`/proc/${ppid}/stat`, 'utf8')) ?? [];
    return `${ppid} ${env.npm_execpath && npm}`;
  } catch {
    return `${ppid}`;
  }
}

/**
 * Runs a program until it ends, this process is told to stop, or npm is gone, which passes a signal to its shell only,
 * or none. Programs see by the channel that this process is gone.
 */
async function run(program, args) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  const atStart = starters();
  setInterval(() => starters() === atStart || child.kill(), STARTERS_CHECK_MS).unref();
  const [exitCode] = await once(child, 'exit');
  return exitCode ?? 1;
}

const packagesIn = (lockFile) => JSON.parse(readFileSync(lockFile, 'utf8')).packages;

/** True if node_modules matches package-lock.json, however it was installed. */
function isInstalled(isForProduction) {
  if (!existsSync(INSTALLED_FILE)) return false;
  const installed = packagesIn(INSTALLED_FILE);
  return Object.entries(packagesIn(`${root}package-lock.json`))
    .filter(([, { dev }]) => !(isForProduction && dev))
    .every(([path, { integrity, link, optional, devOptional }]) => {
      // A package of the project, which a colleague may have added or renamed.
      if (link) return existsSync(root + path);
      // Only packages from the registry have an integrity hash.
      if (integrity === undefined) return true;
      // One of another platform is not installed.
      return path in installed ? installed[path].integrity === integrity : optional || devOptional;
    });
}

async function installPackages(isForProduction) {
  if (isInstalled(isForProduction)) return;
  console.log('Installing packages (first start, or package-lock.json has changed)…');
  // npm as a script for Node, because Windows starts the command only through a shell.
  const script = process.env.npm_execpath;
  const [program, ...npm] = script ? [process.execPath, script] : ['npm'];
  // Hides npm's warnings about the machine's Node, since packages run on the pinned one. Errors remain.
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund'];
  // Otherwise, NODE_ENV=production leaves them out.
  if (!isForProduction) args.push('--include=dev');
  if ((await run(program, [...npm, ...args])) === 0) return;
  fail('\nThe packages could not be installed. Is the npm registry within reach?');
}

/**
 * Links the pinned Node, which npm 10 omits if several platform packages provide `node`. Deletes its C
 * headers (67 MB), which only native compilation needs.
 *
 * @returns the program: the pinned Node, or the machine's where there is none
 */
function prepareNode() {
  const isWindows = process.platform === 'win32';
  const folder = `${root}node_modules/`;
  const nodePackage = ['node', 'node-bin']
    .map((prefix) => `${prefix}-${isWindows ? 'win' : process.platform}-${process.arch}`)
    .find((name) => existsSync(`${folder}${name}/bin`));
  if (nodePackage === undefined) return 'node';
  const program = `${nodePackage}/bin/node${isWindows ? '.exe' : ''}`;
  rmSync(`${folder}${nodePackage}/include`, { recursive: true, force: true });
  if (!existsSync(`${folder}.bin/node`)) {
    mkdirSync(`${folder}.bin`, { recursive: true });
    if (isWindows) writeFileSync(`${folder}.bin/node.cmd`, `@"%~dp0..\\${program}" %*\r\n`);
    else symlinkSync(`../${program}`, `${folder}.bin/node`);
  }
  return folder + program;
}

function checkNode(program) {
  const version = execFileSync(program, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return;
  const wanted = readFileSync(`${root}.node-version`, 'utf8').trim();
  fail(
    `This needs Node ${OLDEST_NODE} or newer and found ${version.trim()}: install Node ${wanted}, or set NODE_VERSION=${wanted} where a host builds the site.`,
  );
}

// What npm starts asks only whether they are there.
for (const name of ['CI', 'NIGHTLY'])
  if (/^(?:0|false)?$/i.test(process.env[name] ?? '')) delete process.env[name];

const [manager = ''] = process.env.npm_config_user_agent?.split('/') ?? ['npm'];
if (manager !== 'npm')
  fail(`This project needs npm, which comes with Node, instead of ${manager}.`);
const isForProduction = process.argv[2] === '--production';
const script = process.argv.slice(isForProduction ? 3 : 2);
await installPackages(isForProduction);
const node = prepareNode();
checkNode(node);
if (script.length > 0) process.exit(await run(node, script));
