// Prepares a fresh clone: installs packages and checks the pinned Node. Then runs the given script, if any.
// `--production` requires only the packages of a build; `--check` installs no packages.
// Plain JavaScript, because it runs on the machine's own Node.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** npm writes this file at the very end of an installation. */
const INSTALLED_FILE = `${root}node_modules/.package-lock.json`;

/** The first version that runs TypeScript natively. */
const OLDEST_NODE = [22, 18];

/** Runs a command. npm puts the project's own tools first on PATH. */
function run(command, args, stdio = 'inherit') {
  const shell = process.platform === 'win32';
  return spawnSync(command, args, { cwd: root, stdio, shell, encoding: 'utf8' });
}

function packagesIn(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/** True if node_modules matches package-lock.json, however it was installed. */
function isInstalled(isForProduction) {
  if (!existsSync(INSTALLED_FILE)) return false;
  const installed = packagesIn(INSTALLED_FILE);
  return (
    Object.entries(packagesIn(`${root}package-lock.json`))
      // Only packages from the registry have an integrity hash.
      .filter(([, { integrity, dev }]) => integrity !== undefined && !(isForProduction && dev))
      .every(([path, { integrity, optional, devOptional }]) =>
        path in installed
          ? installed[path].integrity === integrity
          : // A package of another platform.
            optional || devOptional,
      )
  );
}

function installPackages(isForProduction) {
  if (isInstalled(isForProduction)) return;
  console.log('Installing packages (first start, or package-lock.json has changed)…');
  // Hides npm's warnings about the machine's Node, since packages run on the pinned one. Errors remain.
  if (run('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund']).status !== 0) {
    console.error('\nThe packages could not be installed. Is the npm registry within reach?');
    process.exit(1);
  }
}

/**
 * Links the pinned Node, which npm 10 omits if several platform packages provide `node`. Deletes its C
 * headers (67 MB), which only native compilation needs.
 */
function prepareNode() {
  const { platform, arch } = process;
  const folder = `${root}node_modules/`;
  const nodePackage = ['node', 'node-bin']
    .map((prefix) => `${prefix}-${platform === 'win32' ? 'win' : platform}-${arch}`)
    .find((name) => existsSync(`${folder}${name}/bin`));
  if (nodePackage === undefined) return;
  rmSync(`${folder}${nodePackage}/include`, { recursive: true, force: true });
  if (existsSync(`${folder}.bin/node`)) return;
  mkdirSync(`${folder}.bin`, { recursive: true });
  if (platform === 'win32') {
    writeFileSync(`${folder}.bin/node.cmd`, `@"%~dp0..\\${nodePackage}\\bin\\node.exe" %*\r\n`);
  } else {
    symlinkSync(`../${nodePackage}/bin/node`, `${folder}.bin/node`);
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
if (scriptAt !== -1) process.exit(run('node', process.argv.slice(scriptAt)).status ?? 1);
