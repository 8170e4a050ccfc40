// Malformed requests against the real function: none is answered with a 5xx, none leaves a row, none
// leads to a mail.
import { connect } from 'node:net';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { FUNCTION_PATH } from '../../local/function-process.ts';
import { MAX_BODY_BYTES } from '../../supabase/functions/send-contact-email/body.ts';
import { DENOS, useStack } from './support/stack.ts';
import { MESSAGE, newVisitorAddress, scriptRequest, SITE_URL } from './support/submissions.ts';

const REQUEST_COUNT = 600;
const AT_A_TIME = 20;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const stack = await useStack();
const workers = await Promise.all(DENOS.map((deno) => stack.startFunction({}, deno)));

const anyText = fc.string({ unit: 'binary', maxLength: 300 });
const anyField = fc.constantFrom(...Object.keys(MESSAGE));
const noText = fc.jsonValue().filter((value) => typeof value !== 'string');
const body: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.dictionary(anyField, noText, { minKeys: 1 }).map((x) => JSON.stringify({ ...MESSAGE, ...x })),
  fc.dictionary(anyText, anyText).map((x) => JSON.stringify({ ...x, ...MESSAGE, _: 1 })),
  fc.json({ maxDepth: 20 }),
  anyText,
  fc.integer({ min: 1, max: 8000 }).map((levels) => '['.repeat(levels) + ']'.repeat(levels)),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Uint8Array.from([0xc3, 0x28, ...bytes])),
  fc.integer({ min: 1, max: MAX_BODY_BYTES }).map((more) => 'x'.repeat(MAX_BODY_BYTES + more)),
);
const formBody = fc.oneof(
  fc.dictionary(anyField, anyText).map((fields) => String(new URLSearchParams(fields))),
  anyText,
);
const hostileRequest = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant(JSON_TYPE), body }), weight: 8 },
  { arbitrary: fc.record({ type: fc.constant(FORM_TYPE), body: formBody }), weight: 2 },
  fc.webUrl().map((origin) => ({ type: JSON_TYPE, body: '{}', origin })),
);

test(`an attacker with ${REQUEST_COUNT} malformed requests gets no 5xx, no row and no mail`, async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostileRequest, { minLength: AT_A_TIME, maxLength: AT_A_TIME }),
      async (requests) => {
        await Promise.all(
          requests.map(async ({ type, body, ...headers }, index) => {
            const url = `${workers[index % workers.length]?.url ?? ''}${FUNCTION_PATH}`;
            const address = { 'cf-connecting-ip': newVisitorAddress() };
            const { status } = await fetch(url, {
              method: 'POST',
              headers: { 'content-type': type, origin: SITE_URL, ...address, ...headers },
              body,
            });
            statuses.add(status);
            expect(Math.floor(status / 100), `${status} for ${String(body.slice(0, 500))}`).toBe(4);
          }),
        );
        expect(await stack.query('select from public.contact_messages')).toEqual([]);
      },
    ),
    { numRuns: REQUEST_COUNT / AT_A_TIME },
  );
  // A test that was only ever refused for one reason would prove little.
  expect([...statuses]).toEqual(expect.arrayContaining([400, 403, 413, 422]));
  expect(stack.smtp.events).toEqual([]);
});

/** The status that a server answers to bytes as they are, if it answers. */
function speak(port: string, opening: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(opening));
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
    });
  });
}

const POST = `POST ${FUNCTION_PATH} HTTP/1.1\r\n`;
const TYPE = `Content-Type: ${JSON_TYPE}\r\n`;
const REST = `${TYPE}Content-Length: 2\r\n\r\n{}`;

test.each(workers)(
  'an attacker who speaks broken HTTP to either Deno gets no 5xx and raises no alarm, and the next visitor is served',
  async ({ url }) => {
    for (const opening of [
      'POST / HTTP/9.9\r\n\r\n',
      `${POST}Host: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzzzzz`,
      `${POST}Host: x\r\n${TYPE}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFF\r\n`,
      `${POST}Host: x\r\n${TYPE}Content-Length: 99\r\n\r\n{"na`,
      '\u0000\u0001\u0002\u0003',
      `${POST}Host: a:b:c\r\n${REST}`,
      `${POST}Host: [::1\r\n${REST}`,
      `${POST}Host: x:99999\r\n${REST}`,
      `POST http://[/ HTTP/1.1\r\nHost: x\r\n${REST}`,
      `POST //:1/x HTTP/1.1\r\nHost: x\r\n${REST}`,
    ]) {
      expect((await speak(new URL(url).port, opening)) ?? '400', opening).toMatch(/^4\d\d$/);
    }
    expect(stack.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    expect((await fetch(scriptRequest(url))).status).toBe(200);
    await stack.smtp.waitForMails(1);
  },
);
