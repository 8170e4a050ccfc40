/** What the line at the top of the editor says of a change, by what the branch and the site have. */
import { expect, test, vi } from 'vitest';

vi.mock('./page-data.ts', () => ({}));
vi.stubGlobal('sessionStorage', { getItem: () => null });
const { newsOf } = await import('./site-behind.ts');

const NOW = Date.UTC(2026, 7, 1);
const ago = (minutes: number): number => NOW - minutes * 60_000;
const MINUTES_AGO: Record<string, number> = { a: 90, b: 20, c: 19, d: 0, h: 300, f: -25 };
const commit = (oid: string) => {
  return { oid, committedDate: new Date(ago(MINUTES_AGO[oid] ?? 0)).toISOString() };
};

test.each([
  ['nothing', 'a', 'a', null, 'quiet', undefined],
  ['a colleague’s change', 'a', 'ca', null, 'quiet', 'c'],
  ['a change that GitHub does not list yet', 'a', 'a', 'd', 'coming', undefined],
  ['a change on top of one that waits', 'a', 'dca', 'd', 'coming', 'c'],
  ['a change of which the site is not', 'x', 'dc', 'd', 'coming', 'c'],
  ['a change below another', 'c', 'dca', 'c', 'live', 'd'],
  ['a change on top of one that does not arrive', 'a', 'dba', 'd', 'late', 'b'],
  ['a colleague’s change that does not arrive', 'a', 'cba', null, 'late', 'b'],
])('of %s', (_title, built, commits, own, state, oldest) => {
  const known = Object.fromEntries(Array.from(commits, (oid) => [oid, ago(MINUTES_AGO[oid] ?? 0)]));
  const news = newsOf(built, Array.from(commits, commit), own ? { oid: own } : null, NOW, known);
  expect(news).toMatchObject({ state, oldest });
});

test.each([
  ['a commit made hours ago and pushed now', 'ha', 0, 'quiet'],
  ['a merge of hours-old commits, with the site of before', 'dha', 1, 'quiet'],
  ['a branch that somebody has rewritten', 'dh', 2, 'quiet'],
  ['a commit of a computer whose clock is ahead', 'fa', 40, 'quiet'],
  ['a commit pushed too long ago', 'ha', 20, 'late'],
  ['a commit of which GitHub says the last push of yesterday', 'ca', 1440, 'quiet'],
])('first seen, %s', (_title, commits, pushed, state) => {
  const news = newsOf('a', Array.from(commits, commit), null, NOW, {}, ago(pushed));
  expect(news.state).toBe(state);
  // From then on its time is kept, whatever is pushed later.
  const later = NOW + 20 * 60_000;
  const again = newsOf('a', Array.from(commits, commit), null, later, news.arrivals, later);
  expect(again.state).toBe('late');
});
