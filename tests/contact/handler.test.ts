import { corsHeaders } from '@supabase/supabase-js/cors';
import { beforeEach, describe, expect, test } from 'vitest';

import { SEND_DEADLINE_MS } from '../../src/islands/contact/sendMessage.ts';
import {
  BODY_DEADLINE_MS,
  MAX_BODY_BYTES,
} from '../../supabase/functions/send-contact-email/body.ts';
import {
  describeFailure,
  type FailureCode,
} from '../../supabase/functions/send-contact-email/failure.ts';
import { startDeliveryRound } from '../../supabase/functions/send-contact-email/mailer.ts';
import { STORE_DEADLINE_MS } from '../../supabase/functions/send-contact-email/store.ts';
import { fakeWorld, STORED, type FakeWorld } from './support/fakes.ts';
import {
  formRequest,
  FROM_EMAIL,
  MESSAGE,
  retryRequest,
  scriptRequest,
  SITE_URL,
  TO_EMAIL,
} from './support/submissions.ts';

const BASE = 'http://function.test';
const KEY = '3f0e7a52-5a8c-4a0e-9d38-0d5b5ed2c7b1';

interface ErrorBody {
  error: { code: string; message: string; fields: Record<string, string> };
}

let world: FakeWorld;
beforeEach(() => {
  world = fakeWorld();
});

async function errorOf(response: Response): Promise<ErrorBody['error']> {
  return ((await response.json()) as ErrorBody).error;
}

/** Nothing was stored and nothing mailed. */
function expectNothingTaken(): void {
  expect(world.submissions).toEqual([]);
  expect(world.directMails).toEqual([]);
  expect(world.couriered).toEqual([]);
}

describe('a visitor whose script has loaded', () => {
  test('is told that the message was accepted once it is stored, and it goes to the courier', async () => {
    const response = await world.handler(scriptRequest(BASE, MESSAGE, { key: KEY }));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'accepted' });
    expect(response.headers.get('access-control-allow-origin')).toBe(SITE_URL);
    expect(world.submissions).toHaveLength(1);
    expect(world.couriered).toMatchObject([{ id: '1', name: MESSAGE.name, attempts: 1 }]);
  });

  test('may use any header supabase-js sends, and the idempotency key', async () => {
    const response = await world.handler(
      new Request(`${BASE}/functions/v1/send-contact-email`, {
        method: 'OPTIONS',
        headers: { origin: SITE_URL, 'access-control-request-method': 'POST' },
      }),
    );
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(SITE_URL);
    const allowed = response.headers.get('access-control-allow-headers')?.split(', ') ?? [];
    const sent = corsHeaders['Access-Control-Allow-Headers']?.split(', ') ?? [];
    expect(allowed).toEqual(expect.arrayContaining([...sent, 'idempotency-key']));
  });

  test('is told the field and what to do when something is missing', async () => {
    const response = await world.handler(scriptRequest(BASE, { ...MESSAGE, phone: '123' }));
    expect(response.status).toBe(422);
    const error = await errorOf(response);
    expect(error.code).toBe('invalid_fields');
    expect(Object.keys(error.fields)).toEqual(['phone']);
    expect(error.fields['phone']).toMatch(/DDD/);
    expectNothingTaken();
  });

  test('is told when to come back after too many messages', async () => {
    world.storeAnswer = { outcome: 'limited', retryAfterSeconds: 90 };
    const response = await world.handler(scriptRequest(BASE));
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('90');
    expect((await errorOf(response)).message).toContain('2 minutos');
    expect(world.couriered).toEqual([]);
  });

  test('has the same submission recognised by its key, and a changed text taken as a new one', async () => {
    await world.handler(scriptRequest(BASE, MESSAGE, { key: KEY }));
    await world.handler(scriptRequest(BASE, MESSAGE, { key: KEY.toUpperCase() }));
    await world.handler(scriptRequest(BASE, { ...MESSAGE, message: 'Outro texto' }, { key: KEY }));
    const [first, again, changed] = world.submissions.map((one) => one.idempotencyKey);
    expect(again).toBe(first);
    expect(changed).not.toBe(first);
  });

  test('gets through with the message left to the retry job when the courier is full', async () => {
    world.isCourierFull = true;
    expect((await world.handler(scriptRequest(BASE))).status).toBe(200);
    expect(world.submissions).toMatchObject([{ isClaimed: false }]);
    expect(world.couriered).toEqual([]);
  });
});

const FAILURES: Record<FailureCode, true> = {
  not_found: true,
  method_not_allowed: true,
  foreign_origin: true,
  too_large: true,
  unsupported_type: true,
  too_slow: true,
  broken_body: true,
  invalid_fields: true,
  foreign_recipient: true,
  rate_limited: true,
  unavailable: true,
  internal: true,
};

test.each(Object.keys(FAILURES) as FailureCode[])(
  'a visitor who is still on the site reads nothing of %s that is true of the failure page alone',
  (code) => {
    const { message, onPage } = describeFailure({ code });
    expect(message).toMatch(/^\p{Lu}.*\.$/u);
    expect(message).not.toMatch(/abaixo|página anterior|continua aqui|WhatsApp/);
    expect(onPage).toMatch(/^\p{Lu}.*\.$/u);
  },
);

test('the form waits for an answer longer than the function takes at its slowest', () => {
  const { deadlineMs: mailDeadlineMs } = world.config.smtp;
  const slowestMs = BODY_DEADLINE_MS + STORE_DEADLINE_MS + 2 * mailDeadlineMs;
  expect(SEND_DEADLINE_MS).toBeGreaterThan(slowestMs);
});

test('a message that no mail can be made of counts as refused, and holds up no other', async () => {
  const failed: string[] = [];
  const sent: string[] = [];
  const round = startDeliveryRound({
    store: {
      ...world.store,
      markFailed: (id) => Promise.resolve(void failed.push(id)),
      markSent: (ids) => Promise.resolve(void sent.push(...ids)),
    },
    openSession: () => Promise.resolve({ send: () => Promise.resolve(), close: () => undefined }),
    config: world.config,
    log: () => undefined,
  });
  const message = {
    ...MESSAGE,
    messageId: '<1@x>',
    isSuspect: false,
    isSelfTest: false,
    attempts: 1,
  };
  const noDate = new Date(NaN);
  const claimedAtMs = performance.now();
  const broken = { ...message, id: '1', createdAt: noDate };
  expect(await round.deliver(broken, claimedAtMs)).toBe('failed');
  const sound = { ...message, id: '2', createdAt: world.now };
  expect(await round.deliver(sound, claimedAtMs)).toBe('sent');
  await round.finish();
  expect({ failed, sent }).toEqual({ failed: ['1'], sent: ['2'] });
});

describe('a visitor without script', () => {
  test('reads that the message was sent, and finds back, also where the site has a base path', async () => {
    world = fakeWorld({ SITE_URL: `${SITE_URL}/site/` });
    const response = await world.handler(formRequest(BASE));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const html = await response.text();
    expect(html).toContain('Mensagem Enviada!');
    expect(html).toContain(`href="${SITE_URL}/site/#mensagem-enviada"`);
  });

  test('gets a page in Portuguese that names the problem and still holds the text', async () => {
    const response = await world.handler(
      formRequest(BASE, { ...MESSAGE, phone: '12', message: '\n<b>Olá</b> "tudo" & mais' }),
    );
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await response.text();
    expect(html).toContain('<html lang="pt-BR">');
    expect(html).toContain('Confira o telefone');
    expect(html).toContain(`value="${MESSAGE.name}"`);
    expect(html).toContain('aria-invalid="true" aria-describedby="phone-problem"');
    // The first line break after <textarea> is dropped by the browser, the visitor's own is not.
    expect(html).toContain('>\n\n&lt;b&gt;Olá&lt;/b&gt; &quot;tudo&quot; &amp; mais</textarea>');
    expect(html).toContain('https://wa.me/5549900000000?text=');
    expect(html).toContain(encodeURIComponent('tudo'));
    expectNothingTaken();
  });

  test.each(['語', '🙂', 'ç'])('fits 3,000 letters such as %s into the form', async (letter) => {
    const message = letter.repeat(3000);
    expect((await world.handler(formRequest(BASE, { ...MESSAGE, message }))).status).toBe(200);
    expect(world.submissions).toMatchObject([{ message }]);
  });

  test('can send the failure page again, from whatever origin the browser names for it', async () => {
    for (const origin of ['null', 'http://function.test', null]) {
      const request = formRequest(BASE, { ...MESSAGE, website: '' }, { origin });
      request.headers.set('host', 'function.test');
      expect((await world.handler(request)).status, String(origin)).toBe(200);
    }
  });

  test('who taps the button twice sends once', async () => {
    await world.handler(formRequest(BASE));
    world.now = new Date(world.now.getTime() + 9 * 60 * 1000);
    await world.handler(formRequest(BASE));
    const [first, second] = world.submissions;
    expect(second?.duplicateKeys).toContain(first?.idempotencyKey);
  });

  test('whose page had outdated addresses gets them renewed and keeps the text', async () => {
    const response = await world.handler(
      formRequest(BASE, { ...MESSAGE, toEmail: 'antigo@araucaria.example' }),
    );
    expect(response.status).toBe(403);
    const html = await response.text();
    expect(html).toContain(`name="toEmail" value="${TO_EMAIL}"`);
    expect(html).not.toContain('antigo@');
    expectNothingTaken();
    // Unless somebody sees to it, no message arrives any more.
    expect(world.logs).toMatchObject([{ level: 'error', event: 'refused' }]);
  });

  test('keeps the text on the page when neither database nor mail server answers', async () => {
    world.storeAnswer = new Error('down');
    world.isMailServerDown = true;
    const response = await world.handler(formRequest(BASE));
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('backup da loja. 🙂</textarea>');
  });
});

describe('while the database is down', () => {
  beforeEach(() => {
    world.storeAnswer = new Error('down');
  });

  test('a message is mailed directly, under the Message-ID it would have had', async () => {
    expect((await world.handler(scriptRequest(BASE, MESSAGE, { key: KEY }))).status).toBe(200);
    expect(world.directMails).toHaveLength(1);
    expect(Buffer.from(world.directMails[0]?.raw ?? '').toString()).toContain(
      world.submissions[0]?.messageId ?? 'none',
    );
  });

  test('a visitor who sends again is not mailed twice', async () => {
    await world.handler(scriptRequest(BASE, MESSAGE, { key: KEY }));
    expect((await world.handler(scriptRequest(BASE, MESSAGE, { key: KEY }))).status).toBe(200);
    expect(world.directMails).toHaveLength(1);
  });

  test('and the mail server too, the visitor is told 503 and no log line holds the message', async () => {
    world.isMailServerDown = true;
    const response = await world.handler(scriptRequest(BASE));
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(world.logs.map((line) => line.event)).toEqual([
      'store_failed',
      'direct_mail_failed',
      'refused',
    ]);
    expect(JSON.stringify(world.logs)).not.toMatch(/Joana|98888|backup|araucaria/);
  });

  test('a visitor whose taps come at once is mailed once, and each of them is told so', async () => {
    const responses = await Promise.all(
      [1, 2, 3].map(() => world.handler(scriptRequest(BASE, MESSAGE, { key: KEY }))),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(world.directMails).toHaveLength(1);
  });

  test('a visitor without script who sends again in the next window of time is not mailed twice', async () => {
    await world.handler(formRequest(BASE));
    world.now = new Date(world.now.getTime() + 10 * 60 * 1000);
    expect((await world.handler(formRequest(BASE))).status).toBe(200);
    expect(world.directMails).toHaveLength(1);
  });

  test('and the mail server too, taps that come at once fail as one, and the next one is a new try', async () => {
    const send = () => world.handler(scriptRequest(BASE, MESSAGE, { key: KEY }));
    world.isMailServerDown = true;
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(world.mailServerCalls).toBe(1);
    world.isMailServerDown = false;
    expect((await send()).status).toBe(200);
    expect(world.directMails).toHaveLength(1);
  });

  /** The answers' statuses to so many visitors at once, and how often each was given. */
  async function rush(visitors: number): Promise<Record<number, number>> {
    const counts: Record<number, number> = {};
    await Promise.all(
      Array.from({ length: visitors }, async (_, index) => {
        const body = { ...MESSAGE, message: `Mensagem ${index}` };
        const { status } = await world.handler(scriptRequest(BASE, body));
        counts[status] = (counts[status] ?? 0) + 1;
      }),
    );
    return counts;
  }

  test('the operator is told, and the database later of how many mails went past it', async () => {
    await rush(3);
    expect(world.alerts[0]).toContain('the database does not answer');
    world.storeAnswer = STORED;
    await world.handler(scriptRequest(BASE));
    expect(world.countedDirectMails).toBe(3);
  });

  test('one visitor gets five mails through and no more, and takes no place from the others', async () => {
    const statuses = [];
    for (let index = 0; index < 180; index += 1) {
      const body = { ...MESSAGE, message: `Mensagem ${index}` };
      statuses.push(
        (await world.handler(scriptRequest(BASE, body, { address: '192.0.2.7' }))).status,
      );
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect((await world.handler(scriptRequest(BASE))).status).toBe(200);
    expect(world.directMails).toHaveLength(6);
  });

  test('a clock that ran ahead by a day locks nobody out once it is right again', async () => {
    const { now } = world;
    world.now = new Date(now.getTime() + 24 * 60 * 60 * 1000);
    await rush(60);
    world.now = now;
    expect(await rush(1)).toEqual({ 200: 1 });
  });

  test('nobody can flood the mailbox, not even all at once, until an hour has passed', async () => {
    expect(await rush(300)).toEqual({ 200: 60, 503: 240 });
    expect(world.directMails).toHaveLength(60);
    world.now = new Date(world.now.getTime() + 60 * 60 * 1000);
    expect(await rush(1)).toEqual({ 200: 1 });
  });

  test('a mail that failed takes no place from those that come after it', async () => {
    world.isMailServerDown = true;
    expect(await rush(60)).toEqual({ 503: 60 });
    world.isMailServerDown = false;
    expect(await rush(61)).toEqual({ 200: 60, 503: 1 });
  });
});

describe('an attacker', () => {
  test('cannot post from a page of another site', async () => {
    for (const request of [
      scriptRequest(BASE, MESSAGE, { origin: 'https://evil.example' }),
      scriptRequest(BASE, MESSAGE, { origin: 'null' }),
      scriptRequest(BASE, MESSAGE, { origin: `${SITE_URL}.evil.example` }),
      formRequest(BASE, MESSAGE, { origin: 'https://evil.example' }),
    ]) {
      const response = await world.handler(request);
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    expectNothingTaken();
  });

  test('gets no CORS permission in a preflight', async () => {
    const response = await world.handler(
      new Request(`${BASE}/functions/v1/send-contact-email`, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example' },
      }),
    );
    expect(
      [...response.headers.keys()].filter((name) => name.startsWith('access-control')),
    ).toEqual([]);
  });

  test('cannot mail anyone else, nor as anyone else', async () => {
    for (const change of [
      { toEmail: 'victim@example.org' },
      { fromEmail: 'ceo@example.org' },
      { toEmail: `${TO_EMAIL}, victim@example.org` },
      { toEmail: `${TO_EMAIL}\r\nBcc: victim@example.org` },
      { fromEmail: `"<victim@example.org>" <${FROM_EMAIL}>` },
    ]) {
      const response = await world.handler(scriptRequest(BASE, { ...MESSAGE, ...change }));
      expect(response.status, JSON.stringify(change)).toBe(403);
    }
    expectNothingTaken();
  });

  test('cannot make it read a large body, announced or not', async () => {
    let produced = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        produced += 1024;
        controller.enqueue(new Uint8Array(1024).fill(97));
      },
    });
    const init = { method: 'POST', body: endless, duplex: 'half' };
    const headers = { 'content-type': 'application/json', origin: SITE_URL };
    const url = `${BASE}/functions/v1/send-contact-email`;

    const announced = new Request(url, {
      ...init,
      headers: { ...headers, 'content-length': String(MAX_BODY_BYTES + 1) },
    });
    expect((await world.handler(announced)).status).toBe(413);
    expect(produced).toBeLessThanOrEqual(1024);

    const silent = new Request(url, {
      ...init,
      body: new ReadableStream({
        pull(controller) {
          produced += 1024;
          controller.enqueue(new Uint8Array(1024).fill(97));
        },
      }),
      headers,
    });
    expect((await world.handler(silent)).status).toBe(413);
    expect(produced).toBeLessThanOrEqual(MAX_BODY_BYTES + 4 * 1024);
  });

  test('cannot hold a worker with a body that never ends', async () => {
    const request = new Request(`${BASE}/functions/v1/send-contact-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: SITE_URL },
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"name":"'));
        },
      }),
      duplex: 'half',
    } as RequestInit);
    expect((await world.handler(request)).status).toBe(408);
  });

  test.each([
    ['GET', {}, 405],
    ['PUT', { 'content-type': 'application/json' }, 405],
    ['POST', { 'content-type': 'text/plain' }, 415],
    ['POST', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['POST', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['POST', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 415],
    ['POST', { 'content-type': 'application/json', 'idempotency-key': 'x' }, 400],
  ])('is refused: %s with %o is %i', async (method, headers, status) => {
    const response = await world.handler(
      new Request(`${BASE}/functions/v1/send-contact-email`, {
        method,
        headers,
        ...(method === 'GET' ? {} : { body: JSON.stringify(MESSAGE) }),
      }),
    );
    expect(response.status).toBe(status);
    if (status === 405) expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    expectNothingTaken();
  });

  test.each([
    ['broken JSON', '{"name":', 400],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['nothing', '', 400],
    ['null', 'null', 422],
    ['an array', '[]', 422],
    ['a thousand levels', `${'['.repeat(4000)}${']'.repeat(4000)}`, 422],
    ['a prototype', `{"__proto__":{"x":1},${JSON.stringify(MESSAGE).slice(1)}`, 422],
    ['a sixth field', JSON.stringify({ ...MESSAGE, bcc: 'victim@example.org' }), 422],
    ['numbers', JSON.stringify({ ...MESSAGE, name: 1 }), 422],
    ['objects', JSON.stringify({ ...MESSAGE, name: { $ne: '' } }), 422],
  ])('gets nowhere with %s as body', async (_what, body, status) => {
    const response = await world.handler(
      new Request(`${BASE}/functions/v1/send-contact-email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: SITE_URL },
        body,
      }),
    );
    expect(response.status).toBe(status);
    expectNothingTaken();
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test('cannot send a form with fields given twice or in crowds', async () => {
    const post = (body: string) =>
      world.handler(
        new Request(`${BASE}/functions/v1/send-contact-email`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body,
        }),
      );
    const good = new URLSearchParams(MESSAGE).toString();
    expect((await post(`${good}&toEmail=victim%40example.org`)).status).toBe(400);
    expect((await post(`${good}${'&x=1'.repeat(3000)}`)).status).toBe(400);
    expectNothingTaken();
  });

  test('who fills in the trap is not turned away: the message is marked', async () => {
    await world.handler(formRequest(BASE, { ...MESSAGE, website: 'https://spam.example' }));
    expect(world.submissions[0]?.spamPoints).toBeGreaterThanOrEqual(2);
  });

  test('cannot start the retry job without its secret', async () => {
    for (const secret of ['', 'wrong', `${world.config.retrySecret}x`]) {
      const response = await world.handler(
        new Request(`${BASE}/functions/v1/send-contact-email/retry`, {
          method: 'POST',
          headers: { 'x-contact-retry-secret': secret },
        }),
      );
      expect(response.status).toBe(401);
    }
  });

  test('finds nothing at other paths', async () => {
    for (const path of ['/', '/functions/v1/send-contact-email/x', '/send-contact-email2']) {
      expect((await world.handler(new Request(`${BASE}${path}`, { method: 'POST' }))).status).toBe(
        404,
      );
    }
  });
});

test('an address shared by an office and its IPv6 neighbour counts as one visitor, others do not', async () => {
  const hashes = [];
  for (const address of [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff::9',
    '2001:db8:1:3::1',
    '192.0.2.7',
  ]) {
    await world.handler(scriptRequest(BASE, MESSAGE, { address }));
    hashes.push(world.submissions.at(-1)?.visitorHash);
  }
  expect(hashes[0]).toBe(hashes[1]);
  expect(new Set(hashes).size).toBe(3);
  expect(hashes.join()).not.toContain('192');
  world.now = new Date('2026-03-03T12:00:00Z');
  await world.handler(scriptRequest(BASE, MESSAGE, { address: '192.0.2.7' }));
  expect(world.submissions.at(-1)?.visitorHash).not.toBe(hashes[3]);
});

test('a forged x-forwarded-for changes nothing, and no other header replaces a missing one', async () => {
  const forged = { 'x-forwarded-for': '203.0.113.1', 'x-real-ip': '203.0.113.2' };
  await world.handler(scriptRequest(BASE, MESSAGE, { address: '192.0.2.7', headers: forged }));
  await world.handler(scriptRequest(BASE, MESSAGE, { address: '192.0.2.7' }));
  await world.handler(scriptRequest(BASE, MESSAGE, { address: 'unknown', headers: forged }));
  const [first, second, third] = world.submissions.map((one) => one.visitorHash);
  expect(second).toBe(first);
  expect(third).toBeNull();
});

test('a hash tells nothing to someone who does not know the salt', async () => {
  const other = fakeWorld({ CONTACT_HASH_SALT: 'another-salt-for-tests' });
  for (const { handler } of [world, other]) {
    await handler(scriptRequest(BASE, MESSAGE, { address: '192.0.2.7' }));
  }
  expect(other.submissions[0]?.visitorHash).not.toBe(world.submissions[0]?.visitorHash);
});

describe('an operator', () => {
  test('finds a site at another origin than the function knows among the errors of the log', async () => {
    await world.handler(scriptRequest(BASE, MESSAGE, { origin: 'https://araucaria.example' }));
    expect(world.logs).toMatchObject([{ level: 'error', code: 'foreign_origin' }]);
  });

  test('finds a visitor at their limit there too', async () => {
    world.storeAnswer = { outcome: 'limited', retryAfterSeconds: 90 };
    await world.handler(scriptRequest(BASE));
    expect(world.logs).toMatchObject([{ level: 'error', code: 'rate_limited' }]);
  });

  test('has the whole way tested once a day, by a message that is marked and left to the job', async () => {
    world.isSelfTestDue = true;
    expect((await world.handler(retryRequest(BASE))).status).toBe(200);
    expect(world.submissions).toMatchObject([
      { isSelfTest: true, isClaimed: false, spamPoints: 0, visitorHash: null },
    ]);
    expect(world.couriered).toEqual([]);
    expect(world.alerts).toEqual([]);
  });

  test('is told when the self-test is not accepted', async () => {
    world.isSelfTestDue = true;
    world.storeAnswer = new Error('down');
    await world.handler(retryRequest(BASE));
    expect(world.alerts).toHaveLength(1);
    expect(world.alerts[0]).toContain('self-test was not accepted');
  });

  test('is told what the database finds wrong', async () => {
    world.databaseAlert = 'overdue messages: 2';
    await world.handler(retryRequest(BASE));
    expect(world.alerts).toEqual(['overdue messages: 2']);
  });
});
