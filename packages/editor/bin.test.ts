/** What the bin shows of a branch, as Git itself knows it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { SITE_CONTENT } from '@site/test-support/frozen-content';
import { deletedFrom } from './bin.ts';
import { EditorTab } from './tests/editor-tab.ts';

const FILES = ['a', 'b', 'c'].map((item) => `clients/${item}.json`);
const IN_REPOSITORY = 'src/content';

/**
 * A commit that creates, changes, renames, deletes or brings back any number of items, on the newest commit, on an
 * earlier one, or on two that it merges. Texts are few, so that what somebody reverts or merges is often the same.
 */
const anyStep = fc.record({
  headline: fc.constantFrom('Delete it', 'Revert "Delete it"'),
  changes: fc.dictionary(
    fc.constantFrom(...FILES),
    fc.constantFrom(undefined, undefined, '{ "alt": "Um" }', '{ "alt": "Dois" }'),
  ),
  /** Counted back from the newest. */
  parents: fc.oneof(
    fc.constant<number[]>([0]),
    fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 2 }),
  ),
  /** Other commits before it. */
  others: fc.oneof({ weight: 40, arbitrary: fc.constant(0) }, fc.integer({ min: 90, max: 99 })),
});
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

const folder = mkdtempSync(join(tmpdir(), 'bin-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function git(args: string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, input });
  if (status !== 0) throw new Error(String(stderr));
  return String(stdout).trim();
}
git(['init', '--quiet', '--bare']);

/** Makes the same commits on GitHub and in a repository. */
function make(steps: Step[]): EditorTab {
  const tab = new EditorTab(SITE_CONTENT, {});
  const commits = [tab.github.head];
  const stream = ['commit refs/heads/main', 'mark :1', 'committer <> 1 +0000', 'data 0'];
  const all = steps.flatMap((step): Step[] => [
    ...Array.from({ length: step.others }, () => ({ ...step, changes: {}, parents: [0] })),
    step,
  ]);
  for (const { headline, changes, parents } of all) {
    const onto = [...new Set(parents.map((it) => Math.max(1, commits.length - it)))];
    const oids = onto.map((mark) => commits[mark - 1] ?? '');
    const mark = commits.push(tab.github.push(headline, changes, oids));
    stream.push('commit refs/heads/main', `mark :${mark}`, `committer <> ${mark} +0000`);
    stream.push(`data ${headline.length}`, headline);
    stream.push(...onto.map((it, index) => `${index === 0 ? 'from' : 'merge'} :${it}`));
    for (const [file, text] of Object.entries(changes)) {
      const path = `${IN_REPOSITORY}/${file}`;
      if (text === undefined) stream.push(`D ${path}`);
      else stream.push(`M 644 inline ${path}`, `data ${text.length}`, text);
    }
  }
  git(['fast-import', '--quiet', '--force'], `${stream.join('\n')}\n`);
  return tab;
}

/** Whose path is not at the tip, and was last changed by a deletion: Git says it of each. */
function binOfGit(): string[] {
  const there = git(['ls-tree', '-r', '--name-only', 'main']);
  const newest = git(['log', '-100', '--format=%H %s', 'main']).split('\n');
  return FILES.map((file) => `${IN_REPOSITORY}/${file}`)
    .filter((path) => !there.includes(path))
    .map((path) => ({ path, change: git(['log', '-1', '--format=%H %s', 'main', '--', path]) }))
    .filter(({ change }) => change.endsWith('Delete it') && newest.includes(change))
    .sort((one, other) => newest.indexOf(one.change) - newest.indexOf(other.change))
    .map(({ path, change }) => `${path} ${git(['show', `${change.slice(0, 40)}^:${path}`])}`);
}

test('the bin has the items whose path is gone and was last changed by a deletion, whatever happened', async () => {
  const steps = fc.array(anyStep, { minLength: 3, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { branch } = make(all);
      const shown = await deletedFrom(branch);
      expect(shown.map(({ path, text }) => `${path} ${text}`)).toEqual(binOfGit());
    }),
    { numRuns: 100 },
  );
});

test('the bin has the last twenty, and reads few trees for them', async () => {
  const { github, branch, asked } = new EditorTab(SITE_CONTENT, {});
  const all = Array.from({ length: 25 }, (_, it) =>
    ['".json', 'a.json', 'a.svg'].map((item) => `clients/${it}${item}`),
  );
  github.push('Start', Object.fromEntries(all.flat().map((file) => [file, '{ "alt": "Um" }'])));
  for (const files of all)
    github.push('Delete them', Object.fromEntries(files.map((file) => [file, undefined])));
  const shown = await deletedFrom(branch);
  const last = all
    .slice(-10)
    .reverse()
    .flatMap((files) => files.slice(0, 2));
  expect(shown.map(({ path }) => path)).toEqual(last.map((file) => `${IN_REPOSITORY}/${file}`));
  expect(asked.join('').match(/"c\d+":\{"entries"/g)).toHaveLength(20);
});
