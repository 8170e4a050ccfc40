/** What the bin shows of a branch's commits. */
import { expect, test } from 'vitest';

import { goneFrom } from './history.ts';

/** @param files a letter each, and their blobs, such as `a1` or `a:1` */
function commit(oid: string, parent: string, files: string) {
  const entries = files
    .split(' ')
    .map((file) => ({ path: file.slice(0, 1), oid: file.includes(':') ? file.slice(1) : file }));
  return {
    ...{ oid, committedDate: '', parents: { nodes: [{ oid: parent }] } },
    file: { object: { entries: [{ object: { entries } }] } },
  };
}

test.each([
  ['nothing, where all is there', [commit('2', '1', 'a1 b2'), commit('1', '0', 'a1 b1')], []],
  ['what is gone, as it last was', [commit('2', '1', 'a1'), commit('1', '0', 'a1 b2')], ['b 1 2']],
  [
    'nothing that came back',
    [commit('3', '2', 'a1'), commit('2', '1', 'b1'), commit('1', '0', 'a1')],
    ['b 2 3'],
  ],
  ['nothing that has another name', [commit('2', '1', 'c:1'), commit('1', '0', 'a:1')], []],
  [
    'nothing of what only a merged branch had',
    [commit('3', '2', 'a1'), commit('x', 'w', 'z1'), commit('2', '1', 'a1')],
    [],
  ],
])('the bin shows %s', (_title, commits, shown) => {
  expect(goneFrom(commits).map(([path, oid, by]) => `${path} ${oid} ${by.oid}`)).toEqual(shown);
});
