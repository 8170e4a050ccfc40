import { corsHeaders } from '@supabase/supabase-js/cors';
import { beforeEach, describe, expect, test } from 'vitest';

import { SEND_DEADLINE_MS } from '../../src/islands/contact/sendMessage.ts';
import { PHONE_ERROR } from '../../supabase/functions/_shared/contact-form.ts';
import { createAlerter } from '../../supabase/functions/send-contact-email/alert.ts';
import {
  BODY_DEADLINE_MS,
  MAX_BODY_BYTES,
} from '../../supabase/functions/send-contact-email/body.ts';
import {
  describeFailure,
  FAILURE_TEXTS,
  type FailureCode,
} from '../../supabase/functions/send-contact-email/failure.ts';
import { STORE_DEADLINE_MS } from '../../supabase/functions/send-contact-email/store.ts';
import { fakeWorld, STORED, type FakeWorld } from './support/fakes.ts';
import { FROM_EMAIL, MESSAGE, SITE_URL, TO_EMAIL } from './support/submissions.ts';

const KEY = '3f0e7a52-5a8c-4a0e-9d38-0d5b5ed2c7b1';
const JSON_TYPE = { 'content-type': 'application/json', origin: SITE_URL };
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MINUTE_MS = 60_000;

let world: FakeWorld;
beforeEach(() => {
  world = fakeWorld();
});

async function errorOf(response: Response) {
  return ((await response.json()) as { error: { message: string } }).error;
}

function passMinutes(minutes: number): void {
  world.now = new Date(world.now.getTime() + minutes * MINUTE_MS);
}

/** Nothing was stored and nothing mailed. */
function expectNothingTaken(): void {
  expect(world).toMatchObject({ submissions: [], mails: [], courierStarts: 0 });
}

describe('a visitor whose script has loaded', () => {
  test('is told that the message was accepted once it is stored, and the courier starts', async () => {
    const response = await world.send();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'accepted' });
    expect(response.headers.get('access-control-allow-origin')).toBe(SITE_URL);
    expect(world.submissions).toHaveLength(1);
    expect(world.courierStarts).toBe(1);
  });

  test('may use any header supabase-js sends, and the idempotency key', async () => {
    const response = await world.call({ method: 'OPTIONS', headers: { origin: SITE_URL } });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(SITE_URL);
    const allowed = response.headers.get('access-control-allow-headers')?.split(', ') ?? [];
    const sent = corsHeaders['Access-Control-Allow-Headers']?.split(', ') ?? [];
    expect(allowed).toEqual(expect.arrayContaining([...sent, 'idempotency-key']));
  });

  test('is told the field and what to do when something is missing', async () => {
    const response = await world.send({ ...MESSAGE, phone: '123' });
    expect(response.status).toBe(422);
    expect(await errorOf(response)).toMatchObject({
      code: 'invalid_fields',
      fields: { phone: PHONE_ERROR },
    });
    expectNothingTaken();
  });

  test('is told when to come back after too many messages, and the operator’s log says so too', async () => {
    world.storeAnswer = { outcome: 'limited', retryAfterSeconds: 90 };
    const response = await world.send();
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('90');
    expect((await errorOf(response)).message).toContain('2 minutos');
    expect(world.courierStarts).toBe(0);
    expect(world.logs).toMatchObject([{ level: 'error', code: 'rate_limited' }]);
  });

  test('has the same submission recognised by its key, and a changed text taken as a new one', async () => {
    await world.send(MESSAGE, { key: KEY });
    await world.send(MESSAGE, { key: KEY.toUpperCase() });
    await world.send({ ...MESSAGE, message: 'Outro texto' }, { key: KEY });
    const [first, again, changed] = world.submissions.map((one) => one.idempotencyKey);
    expect(again).toBe(first);
    expect(changed).not.toBe(first);
  });
});

test.each(Object.keys(FAILURE_TEXTS) as FailureCode[])(
  'a visitor who is still on the site reads nothing of %s that is true of the failure page alone',
  (code) => {
    const { message, onPage } = describeFailure({ code });
    expect(message).toMatch(/^\p{Lu}.*\.$/u);
    expect(message).not.toMatch(/abaixo|página anterior|continua aqui|WhatsApp/);
    expect(onPage).toMatch(/^\p{Lu}.*\.$/u);
  },
);

test('the form waits for an answer longer than the function takes at its slowest', () => {
  const slowestMs = BODY_DEADLINE_MS + STORE_DEADLINE_MS + 2 * world.config.smtp.deadlineMs;
  expect(SEND_DEADLINE_MS).toBeGreaterThan(slowestMs);
});

describe('a visitor without script', () => {
  test('reads that the message was sent, and finds back, also where the site has a base path', async () => {
    world = fakeWorld({ SITE_URL: `${SITE_URL}/site/` });
    const html = await (await world.sendForm()).text();
    expect(html).toContain('Mensagem Enviada!');
    expect(html).toContain(`href="${SITE_URL}/site/#mensagem-enviada"`);
  });

  test('gets a page that nobody keeps, which holds the text and runs nothing of it', async () => {
    const message = '\n<b>Olá</b> "tudo" & mais';
    const response = await world.sendForm({ ...MESSAGE, phone: '12', message });
    expect(response.status).toBe(422);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await response.text();
    expect(html).toContain(`value="${MESSAGE.name}"`);
    // The first line break after <textarea> is dropped by the browser, the visitor's own is not.
    expect(html).toContain('>\n\n&lt;b&gt;Olá&lt;/b&gt; &quot;tudo&quot; &amp; mais</textarea>');
    expectNothingTaken();
  });

  test('fits 3,000 emoji into the form', async () => {
    const message = '🙂'.repeat(3000);
    expect((await world.sendForm({ ...MESSAGE, message })).status).toBe(200);
    expect(world.submissions).toMatchObject([{ message }]);
  });

  test.each(['null', 'http://function.test', null])(
    'can send the failure page again, which posts from the origin %s',
    async (origin) => {
      const headers = { host: 'function.test' };
      expect((await world.sendForm(MESSAGE, { origin, headers })).status).toBe(200);
    },
  );

  test('whose page had outdated addresses gets them renewed and keeps the text', async () => {
    const response = await world.sendForm({ ...MESSAGE, toEmail: 'antigo@araucaria.example' });
    expect(response.status).toBe(403);
    const html = await response.text();
    expect(html).toContain(`name="toEmail" value="${TO_EMAIL}"`);
    expect(html).toContain('backup da loja. 🙂</textarea>');
    expect(html).not.toContain('antigo@');
    expectNothingTaken();
    // Unless somebody sees to it, no message arrives any more.
    expect(world.logs).toMatchObject([{ level: 'error', event: 'refused' }]);
  });
});

describe('while the database is down', () => {
  beforeEach(() => {
    world.storeAnswer = new Error('down');
  });

  /** The answers' statuses to so many visitors at once, and how often each was given. */
  async function rush(count: number, address?: string): Promise<Record<number, number>> {
    const counts: Record<number, number> = {};
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const message = `Mensagem ${index} ${address ?? ''}`;
        const { status } = await world.send({ ...MESSAGE, message }, address ? { address } : {});
        counts[status] = (counts[status] ?? 0) + 1;
      }),
    );
    return counts;
  }

  test('and the mail server too, the text stays on the page, no log line holds it, and the next try counts', async () => {
    world.mailServer = 'down';
    // Taps that come at once fail as one.
    const [response] = await Promise.all([world.sendForm(), world.sendForm(), world.sendForm()]);
    expect(world.mailServerCalls).toBe(1);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(await response.text()).toContain('backup da loja. 🙂</textarea>');
    const events = new Set(world.logs.map((line) => line.event));
    expect([...events]).toEqual(['store_failed', 'direct_mail_failed', 'refused']);
    expect(JSON.stringify(world.logs)).not.toMatch(/Joana|98888|backup|araucaria/);
    world.mailServer = 'up';
    expect((await world.sendForm()).status).toBe(200);
    expect(world.mails).toHaveLength(1);
  });

  test('a visitor without script who sends again in the next window of time is not mailed twice', async () => {
    await world.sendForm();
    passMinutes(10);
    expect((await world.sendForm()).status).toBe(200);
    expect(world.mails).toHaveLength(1);
  });

  test('the operator is told, and the database later of how many mails went past it', async () => {
    await rush(3);
    expect(world.alerts[0]).toContain('the database does not answer');
    world.storeAnswer = STORED;
    await world.send();
    expect(world.countedDirectMails).toBe(3);
  });

  test('one visitor gets five mails through and no more, and takes no place from the others', async () => {
    expect(await rush(180, '192.0.2.7')).toEqual({ 200: 5, 503: 175 });
    expect((await world.send()).status).toBe(200);
    expect(world.mails).toHaveLength(6);
    // One that the server may have taken counts as well.
    world.mailServer = 'silent';
    for (let times = 0; times < 2; times += 1) {
      expect(await rush(20, '192.0.2.8')).toEqual({ 503: 20 });
    }
    expect(world.mails).toHaveLength(11);
  });

  test('nobody can flood the mailbox, not even all at once, until an hour has passed', async () => {
    // A mail that failed does not count.
    world.mailServer = 'down';
    expect(await rush(60)).toEqual({ 503: 60 });
    world.mailServer = 'up';
    expect(await rush(300)).toEqual({ 200: 60, 503: 240 });
    expect(world.mails).toHaveLength(60);
    passMinutes(60);
    expect(await rush(60)).toEqual({ 200: 60 });
    // Nor does one of a clock that ran ahead, once it is right again.
    passMinutes(-60);
    expect(await rush(1)).toEqual({ 200: 1 });
  });
});

describe('an attacker', () => {
  test.each(['https://evil.example', `${SITE_URL}.evil.example`, 'null'])(
    'cannot post from a page at %s, and the operator’s log says so',
    async (origin) => {
      const responses = [await world.send(MESSAGE, { origin })];
      // A form may come from a page that keeps its origin to itself.
      if (origin !== 'null') responses.push(await world.sendForm(MESSAGE, { origin }));
      const preflight = await world.call({ method: 'OPTIONS', headers: { origin } });
      for (const { status } of responses) expect(status).toBe(403);
      for (const { headers } of [...responses, preflight]) {
        expect([...headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([]);
      }
      expectNothingTaken();
      expect(world.logs[0]).toMatchObject({ level: 'error', code: 'foreign_origin' });
    },
  );

  test.each([
    { fromEmail: 'ceo@example.org' },
    { toEmail: `${TO_EMAIL}, victim@example.org` },
    { toEmail: `${TO_EMAIL}\r\nBcc: victim@example.org` },
    { fromEmail: `"<victim@example.org>" <${FROM_EMAIL}>` },
  ])('cannot mail anyone else, nor as anyone else: %o', async (change) => {
    expect((await world.send({ ...MESSAGE, ...change })).status).toBe(403);
    expectNothingTaken();
  });

  test.each([
    ['announced', { 'content-length': String(MAX_BODY_BYTES + 1) }],
    ['not announced', {}],
  ])('cannot make it read on a large body that is %s', async (_what, headers) => {
    let produced = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        produced += 1;
        controller.enqueue(new Uint8Array(1024));
      },
    });
    const response = await world.call({ headers: { ...JSON_TYPE, ...headers }, body });
    expect(response.status).toBe(413);
    expect(produced * 1024).toBeLessThan(MAX_BODY_BYTES + 4 * 1024);
  });

  test('cannot hold a worker with a body that never ends', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":"'));
      },
    });
    expect((await world.call({ headers: JSON_TYPE, body })).status).toBe(408);
  });

  const FORM = String(new URLSearchParams(MESSAGE));
  const sendAs = (type: string, change = {}) => ({
    headers: { ...JSON_TYPE, 'content-type': type },
    ...change,
  });
  test.each([
    ['by GET', { method: 'GET', body: null }, 405],
    ['as plain text', sendAs('text/plain'), 415],
    ['as multipart', sendAs('multipart/form-data; boundary=x'), 415],
    ['in another charset', sendAs('application/json; charset=utf-16'), 415],
    ['compressed', { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } }, 415],
    ['under a key that is no UUID', { headers: { ...JSON_TYPE, 'idempotency-key': 'x' } }, 400],
    ['as broken JSON', { body: '{"name":' }, 400],
    ['in invalid UTF-8', { body: Buffer.from([0x7b, 0xff, 0x7d]) }, 400],
    ['with a prototype', { body: `{"__proto__":{"x":1},${JSON.stringify(MESSAGE).slice(1)}` }, 422],
    ['with a sixth field', { body: JSON.stringify({ ...MESSAGE, bcc: 'a@b.example' }) }, 422],
    ['with a field twice', sendAs(FORM_TYPE, { body: `${FORM}&toEmail=a%40b.example` }), 400],
    ['with a crowd of fields', sendAs(FORM_TYPE, { body: `${FORM}${'&x=1'.repeat(3000)}` }), 400],
  ])('gets nowhere with a message %s', async (_what, change: RequestInit, status) => {
    const body = JSON.stringify(MESSAGE);
    const response = await world.call({ headers: JSON_TYPE, body, ...change });
    expect(response.status).toBe(status);
    expect(response.headers.get('allow')).toBe(status === 405 ? 'POST, OPTIONS' : null);
    expectNothingTaken();
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test('cannot start the retry job without its secret, and finds nothing at other paths', async () => {
    for (const secret of ['', 'a-retry-secret-for-tests-onlyx']) {
      expect((await world.runJob(secret)).status).toBe(401);
    }
    for (const path of ['/', '/send-contact-email2']) {
      expect((await world.call({}, path)).status).toBe(404);
    }
  });
});

describe('a visitor’s address', () => {
  async function hashOf(address: string, headers: Record<string, string> = {}) {
    await world.send(MESSAGE, { address, headers });
    return world.submissions.at(-1)?.visitorHash;
  }

  test('becomes a hash that neither salt nor day can be told from', async () => {
    const hashes = [await hashOf('192.0.2.7'), await hashOf('192.0.2.8')];
    passMinutes(24 * 60);
    hashes.push(await hashOf('192.0.2.7'));
    world = fakeWorld({ CONTACT_HASH_SALT: 'another-salt-for-tests' });
    hashes.push(await hashOf('192.0.2.7'));
    expect(new Set(hashes).size).toBe(4);
    for (const hash of hashes) expect(hash).toMatch(/^[\da-f]{32}$/);
  });

  test('is not taken from a forged x-forwarded-for, nor from another header when it is missing', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.1', 'x-real-ip': '203.0.113.2' };
    expect(await hashOf('192.0.2.7', forged)).toBe(await hashOf('192.0.2.7'));
    expect(await hashOf('unknown', forged)).toBeNull();
  });
});

describe('a run of the job', () => {
  const due = (id: number, createdAt = world.now) => ({
    ...MESSAGE,
    id: String(id),
    messageId: `<${id}@x>`,
    isSuspect: false,
    isSelfTest: false,
    createdAt,
    attempts: 1,
  });

  test('mails at most a hundred messages, for which the platform’s processor time suffices', async () => {
    world.due = Array.from({ length: 130 }, (_, id) => due(id));
    expect(await (await world.runJob()).json()).toMatchObject({ sent: 100, failed: 0 });
    expect(world.mails).toHaveLength(100);
  });

  test('counts a message that no mail can be made of as refused, and mails the others', async () => {
    world.due = [due(1, new Date(NaN)), due(2)];
    await world.runJob();
    expect(world.reports).toEqual(['1 unsafe', '2 sent']);
  });

  test('leaves the rest to the next one when no mail server answers, and says what keeps failing', async () => {
    world.mailServer = 'down';
    world.due = [{ ...due(1), attempts: 5 }, due(2)];
    await world.runJob();
    expect(world.reports).toEqual(['1 failed']);
    expect(world.logs[0]).toMatchObject({ level: 'error', event: 'message_failing' });
  });
});

describe('an operator', () => {
  test('is told when the self-test is not accepted', async () => {
    world.isSelfTestDue = true;
    world.storeAnswer = new Error('down');
    await world.runJob();
    expect(world.alerts).toEqual([expect.stringContaining('self-test was not accepted')]);
  });

  test('is told once an hour by one instance, however much goes wrong', async () => {
    const { config, openSession, log } = world;
    const alertEmail = 'op@a.example';
    const now = () => world.now;
    const alerter = createAlerter({ config: { ...config, alertEmail }, openSession, log, now });
    for (let times = 0; times < 2; times += 1) await alerter.send('the database does not answer');
    expect(world.mails).toHaveLength(1);
    passMinutes(60);
    world.mailServer = 'down';
    await alerter.send('the database does not answer');
    const events = world.logs.map((line) => line.event);
    expect(events).toEqual(['alert', 'alert', 'alert', 'alert_failed']);
  });
});
