/** What the line at the top of the editor says of a change, by what the branch and the site have. */
import { expect, test, vi } from 'vitest';

vi.mock('./page-data.ts', () => ({}));
vi.stubGlobal('sessionStorage', { getItem: () => null });
const { newsOf } = await import('./site-behind.ts');

const NOW = Date.UTC(2026, 7, 1);
const MINUTES_AGO: Record<string, number> = { a: 90, b: 20, c: 19, d: 0 };
const commit = (oid: string) => {
  return { oid, committedDate: new Date(NOW - (MINUTES_AGO[oid] ?? 0) * 60_000).toISOString() };
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
  const news = newsOf(built, Array.from(commits, commit), own ? { oid: own } : null, NOW);
  expect(news).toMatchObject({ state, oldest });
});
