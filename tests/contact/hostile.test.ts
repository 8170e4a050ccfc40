// Thousands of malformed requests against the real function: none is answered with a 5xx, none
// leaves a row, none leads to a mail.
import { connect } from 'node:net';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import {
  FUNCTION_PATH,
  hasHostedDeno,
  type DenoVersion,
  type FunctionProcess,
} from '../../local/function-process.ts';
import { MAX_BODY_BYTES } from '../../supabase/functions/send-contact-email/body.ts';
import { startStack, type TestStack } from './support/stack.ts';
import { MESSAGE, newVisitorAddress, SITE_URL } from './support/submissions.ts';

const REQUEST_COUNT = 1200;
const AT_A_TIME = 20;

interface HostileRequest {
  what: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
}

const DENOS: DenoVersion[] = hasHostedDeno() ? ['newest', 'hosted'] : ['newest'];
vi.setConfig({ testTimeout: 60_000 });

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
const fieldName = fc.constantFrom('name', 'phone', 'message', 'toEmail', 'fromEmail');
const codePoints = (first: number, last: number) =>
  fc.integer({ min: first, max: last }).map((codePoint) => String.fromCodePoint(codePoint));
// What no field may hold: C0 and C1 controls but tab and line ends, and bidi overrides.
const forbiddenCharacter = fc.oneof(
  codePoints(0x00, 0x08),
  codePoints(0x0b, 0x0c),
  codePoints(0x0e, 0x1f),
  codePoints(0x7f, 0x9f),
  codePoints(0x202d, 0x202e),
);
const change = (field: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>) =>
  fc.tuple(field, value).map(([name, broken]) => ({ ...MESSAGE, [name]: broken }));

/** A field that is empty, too long, or holds what no field may hold. */
const brokenText = fc.oneof(
  change(fc.constantFrom('name', 'phone', 'message'), fc.stringMatching(/^[ \t\n]{0,40}$/)),
  change(
    fc.constantFrom('name', 'message'),
    fc.tuple(fc.lorem(), forbiddenCharacter, fc.lorem()).map((parts) => parts.join('')),
  ),
  change(
    fc.constant('name'),
    fc
      .tuple(fc.constantFrom('Ana\r\n', 'Ana\n', 'Ana\r', 'Ana\u2028'), fc.emailAddress())
      .map(([start, address]) => `${start}Bcc: ${address}`),
  ),
  change(
    fc.constant('name'),
    fc.integer({ min: 121, max: 400 }).map((length) => 'á'.repeat(length)),
  ),
  change(fc.constant('phone'), fc.stringMatching(/^([0-9]{0,7}|[0-9]{16,40}|[a-z '";()-]{1,40})$/)),
  change(fc.constantFrom('toEmail', 'fromEmail'), fc.oneof(fc.emailAddress(), anyText)),
);
const brokenType = change(
  fieldName,
  fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.object(), fc.array(anyText)),
);

const post = (what: string, headers: Record<string, string>) => (body: HostileRequest['body']) => ({
  what,
  headers,
  body,
});

const hostileRequest: fc.Arbitrary<HostileRequest> = fc.oneof(
  fc
    .oneof(brokenText, brokenType)
    .map((message) => JSON.stringify(message))
    .map(post('broken message as JSON', JSON_TYPE)),
  brokenText
    .map((message) => new URLSearchParams(message as Record<string, string>).toString())
    .map(post('broken message as form', FORM_TYPE)),
  fc.json({ maxDepth: 20 }).map(post('any JSON', JSON_TYPE)),
  anyText.map(post('no JSON', JSON_TYPE)),
  anyText.map(post('any form', FORM_TYPE)),
  fc
    .dictionary(fc.string({ minLength: 1 }), anyText, { minKeys: 1, maxKeys: 30 })
    .map((extra) => JSON.stringify({ ...extra, ...MESSAGE, _: 1 }))
    .map(post('unknown fields', JSON_TYPE)),
  fc
    .integer({ min: 1, max: 8000 })
    .map((depth) => '['.repeat(depth) + ']'.repeat(depth))
    .map(post('deep nesting', JSON_TYPE)),
  fc
    .uint8Array({ minLength: 1, maxLength: 400 })
    .map((bytes) => Uint8Array.from([0x22, 0xc3, 0x28, ...bytes, 0x22]))
    .map(post('invalid UTF-8', JSON_TYPE)),
  fc
    .integer({ min: MAX_BODY_BYTES + 1, max: 2 * MAX_BODY_BYTES })
    .map((length) => 'x'.repeat(length))
    .map(post('too large', JSON_TYPE)),
  fc.webUrl().map((origin) => post('foreign origin', { ...JSON_TYPE, origin })('{}')),
);

async function rowCount(): Promise<number> {
  const [row] = await stack.query<{ count: number }>(
    'select count(*)::int as count from public.contact_messages',
  );
  return row?.count ?? -1;
}

test(`an attacker with ${REQUEST_COUNT} malformed requests gets no 5xx, no row and no mail`, async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostileRequest, { minLength: AT_A_TIME, maxLength: AT_A_TIME }),
      async (requests) => {
        await Promise.all(
          requests.map(async ({ what, headers, body }) => {
            const response = await fetch(`${target.url}${FUNCTION_PATH}`, {
              method: 'POST',
              headers: { 'cf-connecting-ip': newVisitorAddress(), ...headers },
              redirect: 'manual',
              body,
            });
            await response.arrayBuffer();
            statuses.add(response.status);
            if (response.status < 400 || response.status >= 500) {
              throw new Error(
                `${what} was answered with ${response.status}: ${String(body.slice(0, 500))}`,
              );
            }
          }),
        );
        expect(await rowCount()).toBe(0);
      },
    ),
    { numRuns: REQUEST_COUNT / AT_A_TIME },
  );
  // A test that was only ever refused for one reason would prove little.
  expect([...statuses]).toEqual(expect.arrayContaining([400, 403, 413, 422]));
  expect(stack.smtp.events).toEqual([]);
});

/** What a server answers to bytes as they are, and its status. */
function speak(port: string, opening: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.end(opening);
    });
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
      resolve(status === undefined ? undefined : Number(status));
    });
  });
}

const REST = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

test.each(DENOS)(
  'an attacker who speaks broken HTTP to the %s Deno gets no 5xx and raises no alarm, and the next visitor is served',
  async (deno) => {
    const worker = await stack.startFunction({}, deno);
    const { port } = new URL(worker.url);
    const openings = [
      'POST / HTTP/9.9\r\n\r\n',
      `POST ${FUNCTION_PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzzzzz`,
      `POST ${FUNCTION_PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFF\r\n`,
      `POST ${FUNCTION_PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"na`,
      '\u0000\u0001\u0002\u0003',
      `POST ${FUNCTION_PATH} HTTP/1.1\r\nHost: a:b:c\r\n${REST}`,
      `POST ${FUNCTION_PATH} HTTP/1.1\r\nHost: [::1\r\n${REST}`,
      `POST ${FUNCTION_PATH} HTTP/1.1\r\nHost: x:99999\r\n${REST}`,
      `POST http://[/ HTTP/1.1\r\nHost: x\r\n${REST}`,
      `POST //:1/x HTTP/1.1\r\nHost: x\r\n${REST}`,
    ];
    stack.logLines.length = 0;
    for (const opening of openings) {
      const status = (await speak(port, opening)) ?? 400;
      expect(status, opening).toBeGreaterThanOrEqual(400);
      expect(status, opening).toBeLessThan(500);
    }
    expect(stack.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    const response = await fetch(`${worker.url}${FUNCTION_PATH}`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ ...MESSAGE, message: `Olá, ${deno}` }),
    });
    expect(response.status).toBe(200);
    await stack.smtp.waitForMails(DENOS.indexOf(deno) + 1);
  },
);
