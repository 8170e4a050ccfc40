import { expect, test } from 'vitest';
import { SubmissionKeys } from '../../src/islands/contact/submissionKey.ts';

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test('every attempt at the same text carries the same key', () => {
  const keys = new SubmissionKeys();
  const key = keys.keyFor('Socorro');
  expect(key).toMatch(UUID_V4);
  expect(keys.keyFor('Socorro')).toBe(key);
});

test('a changed text carries a new key', () => {
  const keys = new SubmissionKeys();
  const key = keys.keyFor('Socorro');
  expect(keys.keyFor('Socorro!')).not.toBe(key);
});

test('the same text sent again after a success is a new message', () => {
  const keys = new SubmissionKeys();
  const key = keys.keyFor('Socorro');
  keys.reset();
  expect(keys.keyFor('Socorro')).not.toBe(key);
});
