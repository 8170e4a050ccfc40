// Thousands of malformed requests against the real function: none is answered with a 5xx, none
// leaves a row, none leads to a mail.
import { connect } from 'node:net';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { FUNCTION_PATH } from '../../local/function-process.ts';
import { MAX_BODY_BYTES } from '../../supabase/functions/send-contact-email/body.ts';
import { DENOS, useStack } from './support/stack.ts';
import { MESSAGE, newVisitorAddress, scriptRequest, SITE_URL } from './support/submissions.ts';

const REQUEST_COUNT = 1200;
const AT_A_TIME = 20;

const stack = await useStack();
const { url } = await stack.startFunction();

const FORM_TYPE = 'application/x-www-form-urlencoded';
const anyText = fc.string({ unit: 'binary', maxLength: 300 });
const codePoints = (min: number, max: number) =>
  fc.integer({ min, max }).map((codePoint) => String.fromCodePoint(codePoint));
// What no field may hold: C0 and C1 controls but tab and line ends, and bidi overrides.
const forbiddenCharacter = fc.oneof(
  codePoints(0x00, 0x08),
  codePoints(0x0b, 0x0c),
  codePoints(0x0e, 0x1f),
  codePoints(0x7f, 0x9f),
  codePoints(0x202d, 0x202e),
);
const change = (fields: (keyof typeof MESSAGE)[], value: fc.Arbitrary<unknown>) =>
  fc
    .tuple(fc.constantFrom(...fields), value)
    .map(([name, broken]) => ({ ...MESSAGE, [name]: broken }));

/** A field that is empty, too long, or holds what no field may hold. */
const brokenText = fc.oneof(
  change(['name', 'phone', 'message'], fc.stringMatching(/^[ \t\n]{0,40}$/)),
  change(
    ['name', 'message'],
    fc.tuple(fc.lorem(), forbiddenCharacter, fc.lorem()).map((parts) => parts.join('')),
  ),
  change(
    ['name'],
    fc.stringMatching(/^Ana(\r|\n|\r\n|\u2028)Bcc: [a-z]{1,9}@[a-z]{1,9}\.example$/),
  ),
  change(['name'], fc.stringMatching(/^á{121,400}$/)),
  change(['phone'], fc.stringMatching(/^([0-9]{0,7}|[0-9]{16,40}|[a-z '";()-]{1,40})$/)),
  change(['toEmail', 'fromEmail'], fc.oneof(fc.emailAddress(), anyText)),
);
const brokenType = change(
  ['name', 'phone', 'message', 'toEmail', 'fromEmail'],
  fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.object(), fc.array(anyText)),
);
const unknownFields = fc
  .dictionary(fc.string({ minLength: 1 }), anyText, { minKeys: 1, maxKeys: 30 })
  .map((extra) => ({ ...extra, ...MESSAGE, _: 1 }));
const depth = fc.integer({ min: 1, max: 8000 });
const tooLarge = fc.integer({ min: MAX_BODY_BYTES + 1, max: 2 * MAX_BODY_BYTES });
const invalidUtf8 = fc.uint8Array({ minLength: 1, maxLength: 400 });

const jsonBody: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.oneof(brokenText, brokenType, unknownFields).map((body) => JSON.stringify(body)),
  fc.json({ maxDepth: 20 }),
  anyText,
  depth.map((levels) => '['.repeat(levels) + ']'.repeat(levels)),
  invalidUtf8.map((bytes) => Uint8Array.from([0x22, 0xc3, 0x28, ...bytes, 0x22])),
  tooLarge.map((length) => 'x'.repeat(length)),
);
const formBody = fc.oneof(
  brokenText.map((fields) => String(new URLSearchParams(fields))),
  anyText,
);
const hostileRequest = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('application/json'), body: jsonBody }), weight: 8 },
  { arbitrary: fc.record({ type: fc.constant(FORM_TYPE), body: formBody }), weight: 2 },
  fc.webUrl().map((origin) => ({ type: 'application/json', body: '{}', origin })),
);

test(`an attacker with ${REQUEST_COUNT} malformed requests gets no 5xx, no row and no mail`, async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostileRequest, { minLength: AT_A_TIME, maxLength: AT_A_TIME }),
      async (requests) => {
        await Promise.all(
          requests.map(async ({ type, body, ...headers }) => {
            const { status } = await fetch(`${url}${FUNCTION_PATH}`, {
              method: 'POST',
              headers: {
                'content-type': type,
                'cf-connecting-ip': newVisitorAddress(),
                origin: SITE_URL,
                ...headers,
              },
              redirect: 'manual',
              body,
            });
            statuses.add(status);
            const what = `${status} for ${type}: ${String(body.slice(0, 500))}`;
            expect(status, what).toBeGreaterThanOrEqual(400);
            expect(status, what).toBeLessThan(500);
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
const TYPE = 'Content-Type: application/json\r\n';
const REST = `${TYPE}Content-Length: 2\r\n\r\n{}`;

test.each(DENOS)(
  'an attacker who speaks broken HTTP to the %s Deno gets no 5xx and raises no alarm, and the next visitor is served',
  async (deno) => {
    const worker = await stack.startFunction({}, deno);
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
      const status = await speak(new URL(worker.url).port, opening);
      expect(status ?? '400', opening).toMatch(/^4\d\d$/);
    }
    expect(stack.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    expect((await fetch(scriptRequest(worker.url))).status).toBe(200);
    await stack.smtp.waitForMails(1);
  },
);
