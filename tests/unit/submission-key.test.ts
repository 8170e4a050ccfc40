import { afterEach, expect, test, vi } from 'vitest';
import { SubmissionKeys } from '../../src/islands/contact/submissionKey.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a text keeps its key, also after a reload, until it is changed or sent', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  const key = new SubmissionKeys().keyFor('Socorro');
  expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);

  const reloaded = new SubmissionKeys();
  expect(reloaded.keyFor('Socorro')).toBe(key);
  const changed = reloaded.keyFor('Socorro!');
  expect(changed).not.toBe(key);

  reloaded.reset();
  expect(kept.size).toBe(0);
  expect(reloaded.keyFor('Socorro!')).not.toBe(changed);
});
