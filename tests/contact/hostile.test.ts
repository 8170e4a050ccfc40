// Malformed requests never get a 5xx and are never stored.
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { MAX_BODY_BYTES } from '../../supabase/functions/send-contact-email/request.ts';
import { anyText } from '../support/any-text.ts';
import { MESSAGE, SITE_URL } from '../support/submissions.ts';
import { useWorld } from './support/world.ts';

const REQUEST_COUNT = 600;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const text = anyText(300);
const anyField = fc.constantFrom('name', 'phone', 'message');
const noText = fc.jsonValue().filter((value) => typeof value !== 'string');
const body: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.dictionary(anyField, noText, { minKeys: 1 }).map((x) => JSON.stringify({ ...MESSAGE, ...x })),
  fc.dictionary(text, text).map((x) => JSON.stringify({ ...x, ...MESSAGE, _: 1 })),
  fc.json({ maxDepth: 20 }),
  text,
  fc.integer({ min: 1, max: 8000 }).map((levels) => '['.repeat(levels) + ']'.repeat(levels)),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Uint8Array.from([0xc3, 0x28, ...bytes])),
  fc.integer({ min: 1, max: MAX_BODY_BYTES }).map((more) => 'x'.repeat(MAX_BODY_BYTES + more)),
);
const formBody = fc.oneof(
  fc.dictionary(anyField, text).map((fields) => String(new URLSearchParams(fields))),
  text,
);
const hostileRequest = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant(JSON_TYPE), body }), weight: 8 },
  { arbitrary: fc.record({ type: fc.constant(FORM_TYPE), body: formBody }), weight: 2 },
  fc.webUrl().map((origin) => ({ type: JSON_TYPE, body: '{}', origin })),
);

const world = await useWorld();

test(`an attacker with ${REQUEST_COUNT} malformed requests gets no 5xx and nothing stored`, async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(hostileRequest, async ({ type, body, ...headers }) => {
      const { status } = await world.call({
        headers: { 'content-type': type, origin: SITE_URL, ...headers },
        body,
      });
      statuses.add(status);
      expect(String(status)).toMatch(/^4|^303/);
    }),
    { numRuns: REQUEST_COUNT },
  );
  expect(await world.rows()).toEqual([]);
  // Requests that all fail for the same reason would prove little.
  expect([...statuses]).toEqual(expect.arrayContaining([303, 400, 403, 413, 422]));
});
