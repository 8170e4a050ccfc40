// Brings a fresh clone to the point where every other script can run: installed packages and, with
// `--browser`, a browser for the tests. Plain JavaScript on purpose: this is the only file that
// runs on whatever Node the machine has, before the pinned one is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = `${root}node_modules/.setup-stamp`;

/** Runs a command with the pinned tools first on PATH (npm sees to that) and returns its exit status. */
function run(command, args) {
  const windows = process.platform === 'win32';
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: windows }).status ?? 1;
}

function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lock) return;

  console.log('Installing packages (first start, or package-lock.json has changed)…');
  // npm warns that some packages want a newer Node than the machine's. They get it: the `node` dev
  // dependency brings it along. So only errors are worth a newcomer's attention here.
  if (run('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund']) !== 0) {
    console.error('\nThe packages could not be installed. Is the npm registry within reach?');
    process.exit(1);
  }
  writeFileSync(stampFile, lock);
}

installPackages();
if (process.argv.includes('--browser')) {
  process.exit(run('node', ['scripts/install-test-tools.ts']));
}
