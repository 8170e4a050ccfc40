/** The build names its commit wherever it runs. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COMMIT_VARIABLES, currentCommit, folderInRepository } from './source-commit.ts';

let repository = '';
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'repository-'));
  for (const name of COMMIT_VARIABLES) vi.stubEnv(name, '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(repository, { recursive: true });
});

function git(...args: string[]): string {
  const own = ['-c', 'user.name=Ana', '-c', 'user.email=ana@empresa.example'];
  return spawnSync('git', [...own, ...args], { cwd: repository, encoding: 'utf8' }).stdout.trim();
}

test('a clone, also in a folder of its repository and of another owner', () => {
  const site = join(repository, 'apps/site');
  mkdirSync(site, { recursive: true });
  git('init', '--quiet');
  writeFileSync(join(site, 'a'), '');
  git('add', '.');
  git('commit', '--quiet', '--message', 'a');
  // As if somebody else owned it.
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  expect(currentCommit(site)).toMatch(/^[\da-f]{40}$/);
  expect(folderInRepository(site)).toBe('apps/site/');
  expect(folderInRepository(repository)).toBe('');
});

test('a copy without Git, by the host’s variable, or by nothing', () => {
  expect(currentCommit(repository)).toBe('');
  vi.stubEnv('VERCEL_GIT_COMMIT_SHA', 'a'.repeat(40));
  expect(currentCommit(repository)).toBe('a'.repeat(40));
});

test('a machine without Git', () => {
  vi.stubEnv('PATH', '');
  expect(currentCommit(repository)).toBe('');
  expect(folderInRepository(repository)).toBe('');
});
