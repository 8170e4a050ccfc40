import { createHash } from 'node:crypto';

import { beforeEach, describe, expect, test, vi } from 'vitest';

import { CLIENT_WAIT_MS, SEND_DEADLINE_MS } from '../../src/islands/contact/sendMessage.ts';
import { PHONE_ERROR } from '../../supabase/functions/_shared/contact-form.ts';
import {
  BODY_DEADLINE_MS,
  MAX_BODY_BYTES,
} from '../../supabase/functions/send-contact-email/body.ts';
import { STORE_DEADLINE_MS } from '../../supabase/functions/send-contact-email/store.ts';
import { fakeWorld } from './support/fakes.ts';
import { MESSAGE, SITE_URL, TO_EMAIL } from '../support/submissions.ts';

const JSON_TYPE = { 'content-type': 'application/json', origin: SITE_URL };
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MINUTE_MS = 60_000;
const PREVIEW = 'https://pr-7.empresa.pages.dev';

let world = fakeWorld();
beforeEach(() => {
  world = fakeWorld();
});

function passMinutes(minutes: number): void {
  world.now = new Date(world.now.getTime() + minutes * MINUTE_MS);
}

/** Expects nothing stored and nothing mailed. */
function expectNothingTaken(): void {
  expect(world).toMatchObject({ submissions: [], mails: [] });
}

test('a visitor with script, even on a preview deployment, is told which field to fix', async () => {
  const response = await world.send({ ...MESSAGE, phone: '123' }, { origin: PREVIEW });
  expect(response.status).toBe(422);
  expect(response.headers.get('access-control-allow-origin')).toBe(PREVIEW);
  expect(await response.json()).toMatchObject({
    error: { code: 'invalid_fields', fields: { phone: PHONE_ERROR } },
  });
  expectNothingTaken();
});

test('the form waits longer than the slowest response of the function', () => {
  const slowestMs = BODY_DEADLINE_MS + STORE_DEADLINE_MS + 2 * world.config.smtp.deadlineMs;
  expect(SEND_DEADLINE_MS).toBeGreaterThan(CLIENT_WAIT_MS + slowestMs);
});

describe('a visitor without script', () => {
  test('returns from the success page to the site, even with a base path', async () => {
    world = fakeWorld({ SITE_URL: `${SITE_URL}/site/` });
    const html = await (await world.sendForm()).text();
    expect(html).toContain(`href="${SITE_URL}/site/#mensagem-enviada"`);
  });

  test('gets an uncached page that holds the text and runs nothing in it', async () => {
    const message = '\n<b>Olá</b> "tudo" & mais';
    const response = await world.sendForm({ ...MESSAGE, phone: '12', message });
    expect(response.status).toBe(422);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const html = await response.text();
    const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toContain(`style-src 'sha256-${hash}';`);
    expect(html).toContain(`value="${MESSAGE.name}"`);
    // The browser drops the first line break after <textarea>, but not the visitor's own.
    expect(html).toContain('>\n\n&#60;b&#62;Olá&#60;/b&#62; &#34;tudo&#34; &#38; mais</textarea>');
    // No other style sheet sets a colour for it.
    for (const [, name = ''] of html.matchAll(/var\((--[\w-]+)\)/g)) {
      expect(html).toContain(`${name}:`);
    }
    expectNothingTaken();
  });

  test('fits 3,000 emoji into the form', async () => {
    const message = '🙂'.repeat(3000);
    expect((await world.sendForm({ ...MESSAGE, message })).status).toBe(200);
    expect(world.submissions).toMatchObject([{ message }]);
  });

  test.each([
    ['null', 1],
    ['http://function.test', 0],
    [null, 1],
  ])(
    'can post the failure page again, from the origin %s, for %i spam points',
    async (origin, spamPoints) => {
      const headers = { host: 'function.test' };
      expect((await world.sendForm(MESSAGE, { origin, headers })).status).toBe(200);
      expect(world.submissions).toMatchObject([{ spamPoints }]);
    },
  );

  test('on a page with outdated URLs gets renewed ones and keeps the text', async () => {
    const response = await world.sendForm({ ...MESSAGE, toEmail: 'antigo@araucaria.example' });
    expect(response.status).toBe(403);
    const html = await response.text();
    expect(html).toContain(`name="toEmail" value="${TO_EMAIL}"`);
    expect(html).toContain('backup da loja. 🙂</textarea>');
    expect(html).not.toContain('antigo@');
    expectNothingTaken();
    // Without a fix, no message arrives any more.
    expect(world.logs).toMatchObject([{ level: 'error', event: 'refused' }]);
  });
});

describe('while the database is down', () => {
  beforeEach(() => {
    world.isDatabaseDown = true;
  });

  /** The response statuses of that many visitors at once, with how often each occurred. */
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

  test('and the mail server too, the text stays on the page, and no log line contains it', async () => {
    world.mailServer = 'down';
    const response = await world.sendForm();
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(await response.text()).toContain('backup da loja. 🙂</textarea>');
    const events = world.logs.map((line) => line.event);
    expect(events).toEqual(['store_failed', 'alert', 'direct_mail_failed', 'refused']);
    expect(JSON.stringify(world.logs)).not.toMatch(/Joana|98888|backup|araucaria/);
  });

  test('a visitor who retries after a failure, taps twice and returns later is mailed once', async () => {
    world.mailServer = 'down';
    await world.sendForm();
    world.mailServer = 'up';
    await Promise.all([world.sendForm(), world.sendForm()]);
    // The next time window in which the same text counts as the same message.
    passMinutes(10);
    expect((await world.sendForm()).status).toBe(200);
    expect(world.mails).toHaveLength(1);
  });

  test('one visitor gets at most five mails through, and does not use up the others’ share', async () => {
    expect(await rush(180, '192.0.2.7')).toEqual({ 200: 5, 503: 175 });
    expect((await world.send()).status).toBe(200);
    expect(world.mails).toHaveLength(6);
    // A mail that the server may have accepted counts too.
    world.mailServer = 'silent';
    for (let times = 0; times < 2; times += 1) {
      expect(await rush(20, '192.0.2.8')).toEqual({ 503: 20 });
    }
    expect(world.mails).toHaveLength(11);
  });

  test('an attacker cannot flood the mailbox, not even all at once, until an hour has passed', async () => {
    // A failed mail does not count.
    world.mailServer = 'down';
    expect(await rush(60)).toEqual({ 503: 60 });
    world.mailServer = 'up';
    expect(await rush(300)).toEqual({ 200: 60, 503: 240 });
    expect(world.mails).toHaveLength(60);
    passMinutes(60);
    expect(await rush(60)).toEqual({ 200: 60 });
  });

  test('an attacker gains nothing when the clock jumps back and forth across an hour', async () => {
    for (let times = 0; times < 120; times += 1) {
      passMinutes(times % 2 === 0 ? -1 : 1);
      await world.send({ ...MESSAGE, message: `Mensagem ${times}` });
    }
    // The first was mailed in the hour before.
    expect(world.mails).toHaveLength(61);
  });

  test('a visitor crowded out by a flood is told the truth, and keeps the text and a link to WhatsApp', async () => {
    await rush(60);
    const response = await world.sendForm();
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('3600');
    const html = await response.text();
    expect(html).toContain('Sua mensagem não foi enviada. Mande por outro caminho');
    expect(html).toContain('https://wa.me/5549900000000?text=Ol%C3%A1!%20Aqui%20%C3%A9%20Joana');
    expect(html).toContain('backup da loja. 🙂</textarea>');
  });

  test('without WhatsApp, the text goes into a mail', async () => {
    world = fakeWorld({ CONTACT_WHATSAPP: '' });
    world.isDatabaseDown = true;
    world.mailServer = 'down';
    const html = await (await world.sendForm()).text();
    expect(html).toMatch(/href="mailto:[^"]+&#38;body=Ol%C3%A1!%20Aqui%20%C3%A9%20Joana/);
    expect(html).not.toMatch(/wa\.me|WhatsApp/);
  });

  test('the operator is alerted once an hour by one instance, and a minute later if that failed', async () => {
    world = fakeWorld({ CONTACT_ALERT_EMAIL: 'op@a.example' });
    world.isDatabaseDown = true;
    const mailsToOperator = async () => {
      await world.send();
      await Promise.all(world.background);
      return world.mails.filter(({ envelope }) => envelope.to[0] === 'op@a.example').length;
    };
    expect([await mailsToOperator(), await mailsToOperator()]).toEqual([1, 1]);
    passMinutes(60);
    world.mailServer = 'down';
    expect(await mailsToOperator()).toBe(1);
    world.mailServer = 'up';
    expect(await mailsToOperator()).toBe(1);
    passMinutes(1);
    expect(await mailsToOperator()).toBe(2);
    const alerts = world.logs.filter(({ event }) => event === 'alert_failed');
    expect(alerts).toHaveLength(1);
  });
});

test('a run of the job mails at most a hundred messages, skips one that cannot be mailed, and deletes expired ones', async () => {
  const message = {
    ...MESSAGE,
    id: '1',
    messageId: '<1@x>',
    isSuspect: false,
    isSelfTest: false,
    createdAt: world.now,
    claim: '1',
  };
  const unmailable = { ...message, createdAt: new Date(NaN) };
  world.due = [unmailable, ...Array<typeof message>(130).fill(message)];
  expect(await (await world.runJob()).json()).toMatchObject({ sent: 99, failed: 1 });
  expect(world.purges).toBe(1);
});

describe('an attacker', () => {
  test.each([
    'null',
    'https://evil.example',
    `${SITE_URL}.evil.example`,
    `${PREVIEW}.evil.example`,
    'https://pr-7xempresa.pages.dev',
    'https://a.pr-7.empresa.pages.dev',
    'https://empresa.pages.dev',
    'http://pr-7.empresa.pages.dev',
  ])('cannot post from a page at %s, and the operator’s log says so', async (origin) => {
    const responses = [await world.send(MESSAGE, { origin })];
    // A form may come from a page that hides its origin.
    if (origin !== 'null') responses.push(await world.sendForm(MESSAGE, { origin }));
    const preflight = await world.call({ method: 'OPTIONS', headers: { origin } });
    for (const { status } of responses) expect(status).toBe(403);
    // Many of these trigger an alert. A browser gets no further than the preflight.
    expect(world.tallies.get('disagreement')).toBe(responses.length + 1);
    for (const { headers } of [...responses, preflight]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([]);
    }
    expectNothingTaken();
    expect(world.logs[0]).toMatchObject({ level: 'error', code: 'foreign_origin' });
  });

  test('cannot make it read past the size limit of a body', async () => {
    let produced = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        produced += 1;
        controller.enqueue(new Uint8Array(1024));
      },
    });
    expect((await world.call({ headers: JSON_TYPE, body })).status).toBe(413);
    expect(produced * 1024).toBeLessThan(MAX_BODY_BYTES + 4 * 1024);
  });

  test('cannot occupy a worker with a body that never ends', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":"'));
      },
    });
    vi.useFakeTimers();
    const response = world.call({ headers: JSON_TYPE, body });
    await vi.advanceTimersByTimeAsync(BODY_DEADLINE_MS);
    expect((await response).status).toBe(408);
    vi.useRealTimers();
  });

  const FORM = String(new URLSearchParams(MESSAGE));
  const withChange = (change: object) => ({ body: JSON.stringify({ ...MESSAGE, ...change }) });
  const sendAs = (type: string, change = {}) => ({
    headers: { ...JSON_TYPE, 'content-type': type },
    ...change,
  });
  test.each([
    ['by GET', { method: 'GET', body: null }, 405],
    ['as plain text', sendAs('text/plain'), 415],
    ['with a key that is no UUID', { headers: { ...JSON_TYPE, 'idempotency-key': 'x' } }, 400],
    ['as broken JSON', { body: '{"name":' }, 400],
    ['in invalid UTF-8', { body: Buffer.from([0x7b, 0xff, 0x7d]) }, 400],
    ['with a sixth field', withChange({ bcc: 'a@b.example' }), 422],
    ['with a field twice', sendAs(FORM_TYPE, { body: `${FORM}&toEmail=a%40b.example` }), 400],
    ['with thousands of fields', sendAs(FORM_TYPE, { body: `${FORM}${'&x=1'.repeat(3000)}` }), 400],
    ['from another sender', withChange({ fromEmail: 'ceo@example.org' }), 403],
    ['to another recipient too', withChange({ toEmail: `${TO_EMAIL}, victim@example.org` }), 403],
  ])('is refused with a message %s', async (_what, change: RequestInit, status) => {
    const body = JSON.stringify(MESSAGE);
    const response = await world.call({ headers: JSON_TYPE, body, ...change });
    expect(response.status).toBe(status);
    expect(response.headers.get('allow')).toBe(status === 405 ? 'POST, OPTIONS' : null);
    expectNothingTaken();
  });

  test('cannot start the job without its secret, and finds nothing at other paths', async () => {
    for (const secret of ['', 'a-job-secret-for-tests-onlyx']) {
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

  test('becomes a hash that differs for each address, day and salt', async () => {
    const hashes = [await hashOf('192.0.2.7'), await hashOf('192.0.2.8')];
    passMinutes(24 * 60);
    hashes.push(await hashOf('192.0.2.7'));
    world = fakeWorld({ CONTACT_HASH_SALT: 'another-salt-for-tests' });
    hashes.push(await hashOf('192.0.2.7'));
    expect(new Set(hashes).size).toBe(4);
    for (const hash of hashes) expect(hash).toMatch(/^[\da-f]{32}$/);
  });

  test('is not taken from a forged x-forwarded-for, nor from another header when that is missing', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.1', 'x-real-ip': '203.0.113.2' };
    expect(await hashOf('192.0.2.7', forged)).toBe(await hashOf('192.0.2.7'));
    expect(await hashOf('unknown', forged)).toBeNull();
  });

  test.each([
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:DB8::1', '2001:db8:0:0:ffff::'],
  ])('%s counts as the same visitor as %s', async (address, other) => {
    expect(await hashOf(address)).toBe(await hashOf(other));
  });
});
