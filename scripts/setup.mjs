// Brings a fresh clone to the point where every other script can run: installed packages, the pinned
// Node and, with `--test-tools`, a browser; then runs the script that it is given, if any. With
// `--check` it installs nothing and only looks at Node.
// Plain JavaScript, because it runs on whatever Node the machine has.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = `${root}node_modules/.setup-stamp`;

/** The first that runs TypeScript by itself. */
const OLDEST_NODE = [22, 18];

/** Runs a command with the project's own tools first on PATH (npm sees to that). */
function run(command, args, stdio = 'inherit') {
  const shell = process.platform === 'win32';
  return spawnSync(command, args, { cwd: root, stdio, shell, encoding: 'utf8' });
}

function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lock) return;

  console.log('Installing packages (first start, or package-lock.json has changed)…');
  // npm warns that some packages want a newer Node than the machine's. They get it: the project
  // brings its own. So only errors are worth a newcomer's attention here.
  if (run('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund']).status !== 0) {
    console.error('\nThe packages could not be installed. Is the npm registry within reach?');
    process.exit(1);
  }
  writeFileSync(stampFile, lock);
}

/** npm 10 links none of several platform packages that bring a program of the same name. */
function linkNode() {
  const { platform, arch } = process;
  const folder = `${root}node_modules/`;
  const brought = ['node', 'node-bin']
    .map((prefix) => `${prefix}-${platform === 'win32' ? 'win' : platform}-${arch}`)
    .find((name) => existsSync(`${folder}${name}/bin`));
  if (brought === undefined || existsSync(`${folder}.bin/node`)) return;
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
if (!options.includes('--check')) installPackages();
linkNode();
checkNode();
const scripts = [
  ...(options.includes('--test-tools') ? [['scripts/install-test-tools.ts']] : []),
  ...(scriptAt === -1 ? [] : [process.argv.slice(scriptAt)]),
];
for (const script of scripts) {
  const { status } = run('node', script);
  if (status !== 0) process.exit(status ?? 1);
}
