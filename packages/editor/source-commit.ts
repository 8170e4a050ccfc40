/** What Git and the host say of the project that is built. */
import { spawnSync } from 'node:child_process';

/** Of hosts that may build a copy without Git. */
export const COMMIT_VARIABLES = [
  'GITHUB_SHA',
  'CF_PAGES_COMMIT_SHA',
  'COMMIT_REF',
  'VERCEL_GIT_COMMIT_SHA',
];

/** Empty without Git. Another user than the builder may own the folder. */
function ask(folder: string, question: string): string {
  const args = ['-c', 'safe.directory=*', 'rev-parse', question];
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** The commit that is built; empty if nobody knows it. */
export function currentCommit(folder: string): string {
  const named = COMMIT_VARIABLES.map((name) => process.env[name]);
  return named.find((commit) => /^[\da-f]{40}$/.test(commit ?? '')) ?? ask(folder, 'HEAD');
}

/** Path of a folder in its repository, such as `apps/site/`; empty for the repository's own. */
export const folderInRepository = (folder: string): string => ask(folder, '--show-prefix');
