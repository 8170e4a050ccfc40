// Thousands of malformed requests against the real function: none is answered with a 5xx, none
// leaves a row, none leads to a mail.
import { connect } from 'node:net';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { FUNCTION_PATH, type FunctionProcess } from '../../local/function-process.ts';
import { startStack, type TestStack } from './support/stack.ts';
import { MESSAGE, newVisitorAddress, SITE_URL } from './support/submissions.ts';

const REQUEST_COUNT = 2400;
const AT_A_TIME = 20;

interface HostileRequest {
  what: string;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

let stack: TestStack;
let target: FunctionProcess;
beforeAll(async () => {
  stack = await startStack('tls');
  target = await stack.startFunction();
}, 60_000);
afterAll(() => stack.stop());

const JSON_TYPE = { 'content-type': 'application/json', origin: SITE_URL };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded', origin: SITE_URL };

const anyText = fc.string({ unit: 'binary', maxLength: 300 });
const codePoints = (first: number, last: number) =>
  fc.integer({ min: first, max: last }).map((codePoint) => String.fromCodePoint(codePoint));
// What no field may hold: C0 and C1 controls, and bidi overrides. Not among them are tab, line feed and
// carriage return, which a message may hold, nor the bidi embeddings and isolates that copying wraps
// around text, which the function takes out.
const forbiddenCharacter = fc.oneof(
  codePoints(0x00, 0x08),
  codePoints(0x0b, 0x0c),
  codePoints(0x0e, 0x1f),
  codePoints(0x7f, 0x9f),
  codePoints(0x202d, 0x202e),
);
const fieldName = fc.constantFrom('name', 'phone', 'message', 'toEmail', 'fromEmail');
const textField = fc.constantFrom('name', 'message');

/** A field that is missing, empty, too long, or holds what no field may hold. */
const brokenText: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fieldName.map((field) =>
    Object.fromEntries(Object.entries(MESSAGE).filter(([name]) => name !== field)),
  ),
  fc
    .tuple(fc.constantFrom('name', 'phone', 'message'), fc.stringMatching(/^[ \t\n]{0,40}$/))
    .map(([field, value]) => ({ ...MESSAGE, [field]: value })),
  fc
    .tuple(textField, fc.lorem(), forbiddenCharacter, fc.lorem())
    .map(([field, before, character, after]) => ({
      ...MESSAGE,
      [field]: `${before}${character}${after}`,
    })),
  fc
    .tuple(fc.constantFrom('\r\n', '\n', '\r', '\u2028'), fc.emailAddress())
    .map(([lineEnd, address]) => ({ ...MESSAGE, name: `Ana${lineEnd}Bcc: ${address}` })),
  fc.integer({ min: 121, max: 400 }).map((length) => ({ ...MESSAGE, name: 'á'.repeat(length) })),
  fc
    .integer({ min: 5001, max: 7000 })
    .map((length) => ({ ...MESSAGE, message: 'a'.repeat(length) })),
  fc.stringMatching(/^[0-9]{0,7}$/).map((phone) => ({ ...MESSAGE, phone })),
  fc.stringMatching(/^[0-9]{16,40}$/).map((phone) => ({ ...MESSAGE, phone })),
  fc.stringMatching(/^[a-z '";()-]{1,40}$/).map((phone) => ({ ...MESSAGE, phone })),
  fc
    .tuple(fc.constantFrom('toEmail', 'fromEmail'), fc.oneof(fc.emailAddress(), anyText))
    .map(([field, value]) => ({ ...MESSAGE, [field]: value })),
);

/** A field of another type than text: only JSON can say that. */
const brokenType: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(
    fieldName,
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.object(), fc.array(anyText)),
  )
  .map(([field, value]) => ({ ...MESSAGE, [field]: value }));

const post = (what: string, headers: Record<string, string>) => (body: string) => ({
  what,
  method: 'POST',
  headers,
  body,
});

const hostileRequest: fc.Arbitrary<HostileRequest> = fc.oneof(
  fc
    .oneof(brokenText, brokenType)
    .map((message) => JSON.stringify(message))
    .map(post('broken message as JSON', JSON_TYPE)),
  brokenText
    .map((message) => new URLSearchParams(message).toString())
    .map(post('broken message as form', FORM_TYPE)),
  fc.json({ maxDepth: 20 }).map(post('any JSON', JSON_TYPE)),
  anyText.map(post('no JSON', JSON_TYPE)),
  anyText.map(post('any form', FORM_TYPE)),
  fc
    .tuple(fc.dictionary(fc.string({ minLength: 1 }), anyText, { minKeys: 1, maxKeys: 30 }))
    .map(([extra]) => JSON.stringify({ ...extra, ...MESSAGE, _: 1 }))
    .map(post('unknown fields', JSON_TYPE)),
  fc
    .constantFrom('__proto__', 'constructor', 'prototype', 'toString')
    .map((name) => `{"${name}":{"isAdmin":true},${JSON.stringify(MESSAGE).slice(1)}`)
    .map(post('prototype games', JSON_TYPE)),
  fc
    .integer({ min: 1, max: 8000 })
    .map((depth) => '['.repeat(depth) + ']'.repeat(depth))
    .map(post('deep nesting', JSON_TYPE)),
  fc
    .integer({ min: 21, max: 3000 })
    .map((count) => `${new URLSearchParams(MESSAGE).toString()}${'&a=1'.repeat(count)}`)
    .map(post('a crowd of fields', FORM_TYPE)),
  fieldName
    .map((name) => `${new URLSearchParams(MESSAGE).toString()}&${name}=again`)
    .map(post('a field twice', FORM_TYPE)),
  fc.uint8Array({ minLength: 1, maxLength: 400 }).map((bytes) => ({
    what: 'invalid UTF-8',
    method: 'POST',
    headers: JSON_TYPE,
    body: Uint8Array.from([0x22, 0xc3, 0x28, ...bytes, 0x22]),
  })),
  fc
    .integer({ min: 16 * 1024 + 1, max: 40_000 })
    .map((length) => 'x'.repeat(length))
    .map(post('too large', JSON_TYPE)),
  fc.webUrl().map((origin) => ({
    what: 'foreign origin',
    method: 'POST',
    headers: { ...JSON_TYPE, origin },
    body: JSON.stringify(MESSAGE),
  })),
  fc
    .constantFrom(
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/json; charset=utf-7',
      'application/jsonp',
    )
    .map((type) => ({
      what: 'wrong type',
      method: 'POST',
      headers: { ...JSON_TYPE, 'content-type': type },
      body: JSON.stringify(MESSAGE),
    })),
  fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS').map((method) => ({
    what: 'wrong method',
    method,
    headers: JSON_TYPE,
    body: method === 'GET' || method === 'HEAD' ? undefined : JSON.stringify(MESSAGE),
  })),
  fc.stringMatching(/^[!-~]{1,60}$/).map((key) => ({
    what: 'a key that is none',
    method: 'POST',
    headers: { ...JSON_TYPE, 'idempotency-key': `x${key}` },
    body: JSON.stringify(MESSAGE),
  })),
);

async function rowCount(): Promise<number> {
  const [row] = await stack.query<{ count: number }>(
    'select count(*)::int as count from public.contact_messages',
  );
  return row?.count ?? -1;
}

test(`an attacker with ${REQUEST_COUNT} malformed requests gets no 5xx, no row and no mail`, async () => {
  const statuses = new Map<number, number>();
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostileRequest, { minLength: AT_A_TIME, maxLength: AT_A_TIME }),
      async (requests) => {
        await Promise.all(
          requests.map(async ({ what, method, headers, body }) => {
            const response = await fetch(`${target.url}${FUNCTION_PATH}`, {
              method,
              headers: { 'cf-connecting-ip': newVisitorAddress(), ...headers },
              redirect: 'manual',
              ...(body === undefined ? {} : { body }),
            });
            await response.arrayBuffer();
            statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
            kinds.add(what);
            const isPreflight = method === 'OPTIONS' && response.status === 204;
            if (!isPreflight && (response.status < 400 || response.status >= 500)) {
              throw new Error(
                `${what} was answered with ${response.status}: ${String(body?.slice(0, 500))}`,
              );
            }
          }),
        );
        expect(await rowCount()).toBe(0);
      },
    ),
    { numRuns: REQUEST_COUNT / AT_A_TIME },
  );
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(
    REQUEST_COUNT,
  );
  // A test that was only ever refused for one reason would prove little.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([400, 403, 405, 413, 415, 422]));
  expect(kinds.size).toBeGreaterThanOrEqual(15);
  expect(stack.smtp.events).toEqual([]);
}, 60_000);

test('an attacker who speaks broken HTTP is shown the door, and the next visitor served', async () => {
  const { port } = new URL(target.url);
  const openings = [
    'POST / HTTP/9.9\r\n\r\n',
    `POST ${FUNCTION_PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzzzzz`,
    `POST ${FUNCTION_PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFF\r\n`,
    `POST ${FUNCTION_PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"na`,
    '\u0000\u0001\u0002\u0003',
  ];
  for (const opening of openings) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.end(opening);
      });
      socket.on('data', () => undefined);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        resolve();
      });
    });
  }
  expect(await rowCount()).toBe(0);
  const response = await fetch(`${target.url}${FUNCTION_PATH}`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify(MESSAGE),
  });
  expect(response.status).toBe(200);
  await stack.smtp.waitForMails(1);
});
