import { expect, test } from 'vitest';
import LOCK from '../../package-lock.json' with { type: 'json' };

test('the lock file holds the hash of every package, and no URL to download one from', () => {
  const { '': project, ...packages } = LOCK.packages as Record<string, Record<string, unknown>>;
  expect(project).toBeDefined();
  const faulty = Object.entries(packages).filter(
    ([, entry]) => typeof entry['integrity'] !== 'string' || 'resolved' in entry,
  );
  expect(faulty).toEqual([]);
});
