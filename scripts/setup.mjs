// Brings a fresh clone to the point where every other script can run: installed packages, the pinned
// Node and, with `--test-tools`, a browser; then runs the script that it is given, if any. With
// `--production`, the packages that a build needs are enough. With `--check` it installs nothing and
// only looks at Node.
// Plain JavaScript, because it runs on whatever Node the machine has.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What npm itself notes down about an installation, at its very end. */
const INSTALLED_FILE = `${root}node_modules/.package-lock.json`;

/** Holds the id of the process that is installing packages. */
const INSTALLING_FILE = `${root}.local/installing`;

/** The first that runs TypeScript by itself. */
const OLDEST_NODE = [22, 18];

/** Runs a command with the project's own tools first on PATH (npm sees to that). */
function run(command, args, stdio = 'inherit') {
  const shell = process.platform === 'win32';
  return spawnSync(command, args, { cwd: root, stdio, shell, encoding: 'utf8' });
}

function packagesIn(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/** Whether node_modules holds what package-lock.json says, whoever ran `npm ci` or `npm install`. */
function isInstalled(isForProduction) {
  if (!existsSync(INSTALLED_FILE)) return false;
  const installed = packagesIn(INSTALLED_FILE);
  return (
    Object.entries(packagesIn(`${root}package-lock.json`))
      // Only what comes from the registry has an integrity.
      .filter(([, { integrity, dev }]) => integrity !== undefined && !(isForProduction && dev))
      .every(([path, { integrity, optional, devOptional }]) =>
        path in installed
          ? installed[path].integrity === integrity
          : // Another platform's.
            optional || devOptional,
      )
  );
}

function isRunning(processId) {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // Another user's.
    return error.code === 'EPERM';
  }
}

/** Two installations at a time would take away each other's files. */
function claimInstallation() {
  mkdirSync(`${root}.local`, { recursive: true });
  try {
    writeFileSync(INSTALLING_FILE, String(process.pid), { flag: 'wx' });
  } catch {
    const other = Number(readFileSync(INSTALLING_FILE, 'utf8'));
    if (other > 0 && isRunning(other)) {
      console.error(
        `Process ${other} is installing the packages already: wait until it has, then run this again.`,
      );
      process.exit(1);
    }
    // It ended in the middle.
    writeFileSync(INSTALLING_FILE, String(process.pid));
  }
  process.on('exit', () => rmSync(INSTALLING_FILE, { force: true }));
}

function installPackages(isForProduction) {
  if (isInstalled(isForProduction)) return;
  claimInstallation();
  console.log('Installing packages (first start, or package-lock.json has changed)…');
  // npm warns that some packages want a newer Node than the machine's. They get it: the project
  // brings its own. So only errors are worth a newcomer's attention here.
  if (run('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund']).status !== 0) {
    console.error('\nThe packages could not be installed. Is the npm registry within reach?');
    process.exit(1);
  }
}

/**
 * npm 10 links none of several platform packages that bring a program of the same name. The headers
 * in them, 67 MB, are for compiling native packages, which nobody does here.
 */
function prepareNode() {
  const { platform, arch } = process;
  const folder = `${root}node_modules/`;
  const brought = ['node', 'node-bin']
    .map((prefix) => `${prefix}-${platform === 'win32' ? 'win' : platform}-${arch}`)
    .find((name) => existsSync(`${folder}${name}/bin`));
  if (brought === undefined) return;
  rmSync(`${folder}${brought}/include`, { recursive: true, force: true });
  if (existsSync(`${folder}.bin/node`)) return;
  mkdirSync(`${folder}.bin`, { recursive: true });
  if (platform === 'win32') {
    writeFileSync(`${folder}.bin/node.cmd`, `@"%~dp0..\\${brought}\\bin\\node.exe" %*\r\n`);
  } else {
    symlinkSync(`../${brought}/bin/node`, `${folder}.bin/node`);
  }
}

function checkNode() {
  const version = run('node', ['-p', 'process.versions.node'], 'pipe').stdout?.trim() ?? 'none';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  const wanted = readFileSync(`${root}.node-version`, 'utf8').trim();
  console.error(
    `This needs Node ${OLDEST_NODE.join('.')} or newer and found ${version}: install Node ${wanted}, or set NODE_VERSION=${wanted} where a host builds the site.`,
  );
  process.exit(1);
}

const scriptAt = process.argv.findIndex((argument) => argument.endsWith('.ts'));
const options = process.argv.slice(2, scriptAt === -1 ? undefined : scriptAt);
if (!options.includes('--check')) installPackages(options.includes('--production'));
prepareNode();
checkNode();
const scripts = [
  ...(options.includes('--test-tools') ? [['scripts/install-test-tools.ts']] : []),
  ...(scriptAt === -1 ? [] : [process.argv.slice(scriptAt)]),
];
for (const script of scripts) {
  const { status } = run('node', script);
  if (status !== 0) process.exit(status ?? 1);
}
