import { expect } from 'vitest';

/** Matches an issue whose sentences contain these. */
export function issueWith(parts: object): unknown {
  const matchers = Object.entries(parts).map(([key, value]: [string, unknown]) => [
    key,
    typeof value === 'string' ? (expect.stringContaining(value) as unknown) : value,
  ]);
  return expect.objectContaining(Object.fromEntries(matchers) as object);
}
