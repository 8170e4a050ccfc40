/** What the bin shows of a branch's commits. */
import { expect, test } from 'vitest';
import { SITE_CONTENT } from '@site/test-support/frozen-content';
import { deletedFrom } from './bin.ts';
import { EditorTab } from './tests/editor-tab.ts';

/** @param steps commits to the items a and b, such as `Rename: b c=b1`; with the numbers of other parents: `Merge: b @2 1` */
async function binAfter(steps: string[]): Promise<string[]> {
  const { github, branch } = new EditorTab(SITE_CONTENT, {});
  const commits: string[] = [];
  for (const step of ['Start: a=a1 b=b1', ...steps]) {
    const [headline = '', changes = '', parents] = step.split(/: | @/);
    const files = changes.split(' ').map((change) => {
      const [file = '', alt] = change.split('=');
      return [`clients/${file}.json`, alt && JSON.stringify({ alt })] as const;
    });
    const onto = parents?.split(' ').map((it) => commits[Number(it)] ?? '');
    commits.push(github.push(headline, Object.fromEntries(files), onto));
  }
  return (await deletedFrom(branch)).map(({ title }) => title.replace(/.*“(.*)”/, '$1'));
}

const UPDATE = 'Update b: b=b2';
const APART = 'Update a: a=a2 @0';
const RENAME = 'Rename b: b c=b1';
const CHANGES = Array.from({ length: 100 }, () => 'Update a: a=a2');

test.each([
  ['nothing, where all is there', [UPDATE], []],
  ['what somebody deleted', ['Delete b: b'], ['b1']],
  ['several that went at once', ['Delete “a” +1: a b'], ['a1', 'b1']],
  ['it as it last was, and once', ['Delete b: b', 'Add b: b=b2', 'Delete b: b'], ['b2']],
  ['nothing that came back', ['Delete b: b', 'Bring back b: b=b1'], []],
  ['a copy with the same text', ['Add c: c=b1', 'Delete b: b'], ['b1']],
  ['nothing that has another name, whatever became of it', [RENAME, 'Update c: c=c1'], []],
  ['nothing that a developer moved', ['Delete the old name: b c=b1'], []],
  ['what was renamed, then deleted, once', [RENAME, 'Delete c: c'], ['b1']],
  ['it as a merged line last had it', [UPDATE, 'Delete b: b', APART, 'Merge: b @3 2'], ['b2']],
  ['what went before a merge', ['Update a: a=a2', 'Delete b: b @0', 'Merge: a=a2 @2 1'], ['b1']],
  ['nothing that only a merged line had', ['Add c: c=c1', APART, 'Merge: a=a2 @2 1'], []],
  ['what went a hundred changes ago', ['Delete b: b', ...CHANGES.slice(1)], ['b1']],
  ['nothing older than that', ['Delete b: b', ...CHANGES], []],
])('the bin shows %s', async (_title, steps, shown) => {
  expect(await binAfter(steps)).toEqual(shown);
});
