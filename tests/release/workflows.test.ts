/** What the workflows make of GitHub's answers, by jq. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findOnPath, installDebianPackages } from '../../local/machine.ts';

/** The result of the workflow's last jq program for an answer. */
function resultOf(workflow: string, answer: unknown): string {
  if (findOnPath('jq') === undefined) installDebianPackages(['jq']);
  const text = readFileSync(`.github/workflows/${workflow}`, 'utf8');
  const program = Array.from(
    text.matchAll(/--jq '([^']*databaseId \/\/[^']*|[^']*files[^']*)'/g),
  ).at(0)?.[1];
  const { stdout, stderr } = spawnSync('jq', ['-r', program ?? 'error'], {
    input: JSON.stringify(answer),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trim();
}

test.each([
  ['content alone', ['src/content/company.json'], 'true'],
  ['code too', ['src/content/company.json', 'src/lib/phone.ts'], 'false'],
  ['nothing', [], 'false'],
])('a push that changes %s waits for the tests, unless it is content', (_, names, isContent) => {
  const files = names.map((filename) => ({ filename }));
  expect(resultOf('deploy.yml', { status: 'ahead', files })).toBe(isContent);
});

test('the weekly check compares with what was published, not with a fork’s branch of the same name', () => {
  const runs = ['pull_request', 'workflow_dispatch', 'push'];
  const answer = runs.map((event, at) => ({ event, databaseId: at }));
  expect(resultOf('live.yml', answer)).toBe('1');
});
