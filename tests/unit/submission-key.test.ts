import { afterEach, expect, test, vi } from 'vitest';
import { SubmissionKeys } from '../../src/islands/contact/submissionKey.ts';

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the same text keeps its key until it is changed or sent', () => {
  const keys = new SubmissionKeys();
  const key = keys.keyFor('Socorro');
  expect(key).toMatch(UUID_V4);
  expect(keys.keyFor('Socorro')).toBe(key);
  const changed = keys.keyFor('Socorro!');
  expect(changed).not.toBe(key);
  keys.reset();
  expect(keys.keyFor('Socorro!')).not.toBe(changed);
});

test('a reload in the middle of sending keeps the key of what was being sent, and of nothing else', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  const key = new SubmissionKeys().keyFor('Socorro');
  expect(new SubmissionKeys().keyFor('Socorro')).toBe(key);
  expect(new SubmissionKeys().keyFor('Outra coisa')).not.toBe(key);
  const afterSuccess = new SubmissionKeys();
  afterSuccess.keyFor('Socorro');
  afterSuccess.reset();
  expect(kept.size).toBe(0);
});
