// What the function makes of a request. Runs the handler with a PostgreSQL engine; no mail leaves here.
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';

import { startPglite } from '../../local/database.ts';
import { FUNCTION_PATH } from '../../local/function-process.ts';
import { listen } from '../../local/listen.ts';
import { CLIENT_WAIT_MS, SEND_DEADLINE_MS } from '../../src/islands/contact/sendMessage.ts';
import { PHONE_ERROR } from '@site/supabase/contact-form';
import { readConfig } from '@site/supabase/send-contact-email/config';
import { createHandler } from '@site/supabase/send-contact-email/handler';
import type { Log } from '@site/supabase/send-contact-email/log';
import { BODY_DEADLINE_MS, MAX_BODY_BYTES } from '@site/supabase/send-contact-email/request';
import { createPostgresStore, STORE_DEADLINE_MS } from '@site/supabase/send-contact-email/store';
import { WAIT } from '../support/smtp-server.ts';
import {
  BASE_ENVIRONMENT,
  formRequest,
  jobRequest,
  MESSAGE,
  scriptRequest,
  SITE_URL,
  type SubmissionOptions,
} from '../support/submissions.ts';
import { EMPTY } from './support/stack.ts';

const JSON_TYPE = { 'content-type': 'application/json', origin: SITE_URL };
const PREVIEW = 'https://pr-7.empresa.pages.dev';
const FAILURE_PAGE = `${SITE_URL}/mensagem-nao-enviada`;

const STORE_FILE = '../../supabase/functions/send-contact-email/store.ts';
const BASE = 'http://function.test';
const NOW = new Date('2026-03-02T12:00:00Z');
const database = await startPglite();
afterAll(() => database.stop());
const { query } = database;
const logs: { level: string; event: string }[] = [];
const log: Log = (level, event) => logs.push({ level, event });
let now = NOW;

function handlerWith(change: Record<string, string> = {}) {
  const config = readConfig({ ...BASE_ENVIRONMENT, SUPABASE_DB_URL: database.url, ...change });
  return createHandler({
    config,
    store: createPostgresStore(config),
    mailInBackground: () => undefined,
    // Tests of the delivery have a mail server.
    openSession: () => Promise.reject(new Error('no mail server')),
    waitUntil: () => undefined,
    log,
    now: () => now,
  });
}
let handler = handlerWith();
afterEach(async () => {
  await query(EMPTY);
  logs.length = 0;
  now = NOW;
  handler = handlerWith();
});

const rows = () =>
  query<Record<string, unknown>>('select * from contact_private.messages order by id');
/** Any request, by default to the function's path. */
const call = (init: RequestInit, path: string = FUNCTION_PATH) => {
  // TypeScript's DOM types lack `duplex`, which streamed bodies need.
  const options = { method: 'POST', ...init, duplex: 'half' };
  return handler(new Request(`${BASE}${path}`, options));
};
const send = (body?: unknown, options?: SubmissionOptions) =>
  handler(scriptRequest(BASE, body, options));
const sendForm = (fields?: Record<string, string>, options?: SubmissionOptions) =>
  handler(formRequest(BASE, fields, options));

test.each([
  PREVIEW,
  'https://deploy-preview-7--empresa.netlify.app',
  'https://empresa-git-novo-texto-equipe.vercel.app',
  // Google's translation.
  'https://www-araucaria-example.translate.goog',
])('a visitor with script, even at %s, is told which field to fix', async (origin) => {
  const response = await send({ ...MESSAGE, phone: '123' }, { origin });
  expect(response.status).toBe(422);
  // No cache may give it to a page of another origin, and the browser asks beforehand only once a day.
  const preflight = await call({ method: 'OPTIONS', headers: { origin } });
  const permission = { 'access-control-allow-origin': origin };
  expect(Object.fromEntries(response.headers)).toMatchObject({ ...permission, vary: 'Origin' });
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    ...permission,
    ...{ vary: expect.stringContaining('Origin') as string, 'access-control-max-age': '86400' },
  });
  expect(await response.json()).toMatchObject({
    error: { code: 'invalid_fields', fields: { phone: PHONE_ERROR } },
  });
  expect(await rows()).toEqual([]);
});

test('a visitor may use all the characters that the form allows', async () => {
  const [name, phone, message] = ['🙂'.repeat(120), '49888877'.padEnd(40, '('), '🙂'.repeat(5000)];
  expect((await send({ name, phone, message })).status).toBe(200);
});

test('the form waits longer than the slowest response of the function', () => {
  expect(SEND_DEADLINE_MS).toBeGreaterThan(CLIENT_WAIT_MS + BODY_DEADLINE_MS + STORE_DEADLINE_MS);
});

test('a visitor whose page names outdated addresses is heard, and the mail will say which', async () => {
  handler = handlerWith({ CONTACT_FROM_EMAIL: 'site@pão.example' });
  const change = { toEmail: 'antigo@araucaria.example', fromEmail: 'SITE@Pão.example' };
  expect((await send({ ...MESSAGE, ...change })).status).toBe(200);
  const odd = { ...MESSAGE, message: 'Sem endereços', toEmail: 7, fromEmail: 'a\r\nBcc: b' };
  expect((await send(odd)).status).toBe(200);
  const stored = (await rows()).map((row) => row['other_addresses']);
  expect(stored).toEqual(['antigo@araucaria.example', null]);
});

test('a visitor is heard by a function that is older than the site’s form, with script and without; only a honeypot is suspect', async () => {
  const later = { ...MESSAGE, email: 'joana@exemplo.example' };
  expect((await send(later)).status).toBe(200);
  expect((await send({ ...later, name: 'Robô', website: 'spam' })).status).toBe(200);
  const { headers } = await sendForm({ ...later, name: 'Ana' });
  expect(headers.get('location')).toBe(`${SITE_URL}/#mensagem-enviada`);
  expect(await rows()).toMatchObject([
    { is_suspect: false, site: SITE_URL },
    { is_suspect: true },
    { is_suspect: false },
  ]);
});

test('a visitor whose form sends twice is one message, however late; with a changed text it is another', async () => {
  const key = crypto.randomUUID();
  await Promise.all([send(MESSAGE, { key }), send(MESSAGE, { key: key.toUpperCase() })]);
  await query(`update contact_private.messages set created_at = now() - interval '11 minutes'`);
  await send(MESSAGE, { key });
  await send({ ...MESSAGE, message: 'Outro texto' }, { key });
  expect(await rows()).toHaveLength(2);
});

describe('a visitor without script', () => {
  test.each([
    ['accepted', {}, `${SITE_URL}/#mensagem-enviada`],
    ['with a wrong phone', { phone: '12' }, `${FAILURE_PAGE}#telefone`],
    ['without a name', { name: ' ', phone: '12' }, `${FAILURE_PAGE}#nome`],
    ['with a long text', { message: 'a'.repeat(5001) }, `${FAILURE_PAGE}#mensagem`],
    ['with a huge text', { message: 'a'.repeat(MAX_BODY_BYTES) }, `${FAILURE_PAGE}#mensagem`],
    // Browsers apply form-action to redirects too.
    ['from a preview', {}, `${PREVIEW}/#mensagem-enviada`],
  ])('whose message is %s is led to a page of the site', async (_what, change, location) => {
    const { origin } = new URL(location);
    const { status, headers } = await sendForm({ ...MESSAGE, ...change }, { origin });
    expect([status, headers.get('location')]).toEqual([303, location]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await rows()).toHaveLength(location.endsWith('enviada') ? 1 : 0);
  });

  test('fits 3,000 emoji into the form of a site with a path, from a browser that hides its origin', async () => {
    handler = handlerWith({ SITE_URL: `${SITE_URL}/`, SITE_BASE: '/site' });
    const message = '🙂'.repeat(3000);
    const response = await sendForm({ ...MESSAGE, message }, { origin: 'null' });
    expect(response.headers.get('location')).toBe(`${SITE_URL}/site/#mensagem-enviada`);
    expect(await rows()).toMatchObject([{ message, is_suspect: false }]);
  });

  test('who taps twice, or sends the same again within ten minutes, is one message, also once the script has come', async () => {
    const sendByScript = () => send(MESSAGE, { key: crypto.randomUUID() });
    await Promise.all([sendForm(), sendByScript(), sendForm(), sendByScript()]);
    await query(`update contact_private.messages set created_at = now() - interval '9 minutes'`);
    await Promise.all([sendForm(), sendByScript()]);
    expect(await rows()).toHaveLength(1);
    await query(`update contact_private.messages set created_at = now() - interval '11 minutes'`);
    await sendForm();
    expect(await rows()).toHaveLength(2);
  });

  test('who writes too often is told so', async () => {
    const address = '198.51.100.1';
    for (let index = 0; index < 30; index += 1) {
      await sendForm({ ...MESSAGE, message: `Mensagem ${index}` }, { address });
    }
    const refused = await sendForm(MESSAGE, { address });
    expect(refused.headers.get('location')).toBe(`${FAILURE_PAGE}#limite`);
    const response = await send(MESSAGE, { address });
    expect(response.status).toBe(429);
    expect(await response.text()).toContain('Espere uma hora');
    // Neighbours get through, and so does the visitor an hour later.
    expect((await send(MESSAGE)).status).toBe(200);
    await query(`update contact_private.rate_events set created_at = now() - interval '61 min'`);
    expect((await send({ ...MESSAGE, message: 'Depois' }, { address })).status).toBe(200);
  });
});

describe('an attacker', () => {
  test.each([
    'null',
    'https://evil.example',
    `${SITE_URL}.evil.example`,
    'https://evil-com.translate.goog',
    'https://pr-7xempresa.pages.dev',
    'https://pr-7.x--empresa.netlify.app',
    'https://empresa-equipe.vercel.app',
    'https://a.pr-7.empresa.pages.dev',
    'http://pr-7.empresa.pages.dev',
    // Longer than the database takes.
    `https://${'a'.repeat(400)}.empresa.pages.dev`,
  ])('cannot post from a page at %s, and costs neither a write nor an alarm', async (origin) => {
    const script = await send(MESSAGE, { origin });
    expect(script.status).toBe(403);
    const preflight = await call({ method: 'OPTIONS', headers: { origin } });
    for (const { headers } of [script, preflight]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([]);
    }
    // A form may come from a page that hides its origin.
    if (origin !== 'null') await sendForm(MESSAGE, { origin });
    expect(await query('select from contact_private.rate_events')).toEqual([]);
    expect(await rows()).toEqual([]);
    expect(logs.map(({ level }) => level)).not.toContain('error');
  });

  test('cannot make it read past the size limit of a body', async () => {
    let produced = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        produced += 1;
        controller.enqueue(new Uint8Array(1024));
      },
    });
    expect((await call({ headers: JSON_TYPE, body })).status).toBe(413);
    expect(produced * 1024).toBeLessThan(MAX_BODY_BYTES + 4 * 1024);
  });

  test('cannot occupy a worker with a body that never ends', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":"'));
      },
    });
    vi.useFakeTimers();
    const response = call({ headers: JSON_TYPE, body });
    await vi.advanceTimersByTimeAsync(BODY_DEADLINE_MS);
    vi.useRealTimers();
    expect((await response).status).toBe(408);
  });

  test.each([
    ['by PUT', { method: 'PUT' }, 405],
    ['as plain text', { headers: { ...JSON_TYPE, 'content-type': 'text/plain' } }, 415],
    ['as broken JSON', { body: '{"name":' }, 400],
    ['in invalid UTF-8', { body: Buffer.from([0x7b, 0xff, 0x7d]) }, 400],
    ['that is no object', { body: 'null' }, 422],
  ])('is refused with a message %s', async (_what, change: RequestInit, status) => {
    const body = JSON.stringify(MESSAGE);
    const response = await call({ headers: JSON_TYPE, body, ...change });
    expect(response.status).toBe(status);
    expect(response.headers.get('location') ?? '').toMatch(/^$|#formulario$/);
    expect(await rows()).toEqual([]);
  });

  test('cannot start the job without its secret, and finds nothing at other paths', async () => {
    for (const secret of ['', 'a-secret-for-tests-only-124']) {
      expect((await handler(jobRequest(BASE, secret))).status).toBe(401);
    }
    for (const path of ['/', '/send-contact-email2']) {
      expect((await call({}, path)).status).toBe(404);
    }
  });
});

test('an uptime service reads health by GET and HEAD, in the IETF’s form', async () => {
  const healthOf = async (method: string) => {
    const response = await call({ method });
    expect(response.headers.get('content-type')).toBe('application/health+json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    return [response.status, await response.text()];
  };
  for (const [status, start] of [
    [503, '{"status":"fail","output":"schedule"'],
    [200, '{"status":"pass"'],
  ] as const) {
    const body: unknown = expect.stringMatching(`^${start},"settings":"[0-9a-f]{16}"}$`);
    expect(await healthOf('GET')).toEqual([status, body]);
    expect(await healthOf('HEAD')).toEqual([status, '']);
    await query('update contact_private.state set ran_at = now()');
  }
});

test('health says so while the database lacks any function that this one calls, or cannot write down a run', async () => {
  const health = async () => await (await call({ method: 'GET' })).text();
  const source = readFileSync(join(import.meta.dirname, STORE_FILE), 'utf8');
  const called = new Set(
    Array.from(source.matchAll(/contact_private\.(\w+)\(/g), ([, name]) => name),
  );
  expect(called).toContain('claim_mail');
  for (const name of called) {
    await query(`begin; drop function contact_private.${name}`);
    expect(await health()).toContain('"schema"');
    await query('rollback');
  }
  await query(`update contact_private.state set ran_at = now() - interval '22 min';
    create function fill() returns trigger language plpgsql as
      $f$ begin raise 'disk full' using errcode = '53100'; end $f$;
    create trigger disk_full before update on contact_private.state execute function fill()`);
  expect((await handler(jobRequest(BASE))).status).toBe(503);
  await query('drop function fill cascade');
  expect(await health()).toContain('"schedule"');
});

test('the database sees four connections, however many visitors write at once and however late it is, another after silence and a reset, and after five quiet seconds none, which a firewall could forget', async () => {
  const open = new Set<Socket>();
  let most = 0;
  const { promise: longAfter, resolve: answer } = Promise.withResolvers();
  const late = createServer((socket) => {
    most = Math.max(most, open.add(socket).size);
    socket.on('close', () => open.delete(socket));
    const upstream = connect(Number(new URL(database.url).port), '127.0.0.1');
    socket.pipe(upstream);
    void longAfter.then(() => upstream.pipe(socket));
  });
  const SUPABASE_DB_URL = `postgresql://postgres@127.0.0.1:${await listen(late)}/postgres`;
  const store = createPostgresStore(readConfig({ ...BASE_ENVIRONMENT, SUPABASE_DB_URL }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const visitors = Array.from({ length: 40 }, () => store.health());
  await vi.advanceTimersByTimeAsync(STORE_DEADLINE_MS - 1);
  answer(null);
  await Promise.all(visitors);
  for (const socket of open) socket.unpipe().resume();
  const unheard = Array.from({ length: 4 }, () => store.health().catch(() => 'silence'));
  await vi.advanceTimersByTimeAsync(STORE_DEADLINE_MS);
  expect(new Set(await Promise.all(unheard))).toEqual(new Set(['silence']));
  await vi.waitUntil(() => open.size === 0, WAIT);
  expect(await store.health()).toBe('schedule');
  for (const socket of open) socket.resetAndDestroy();
  await vi.waitUntil(() => open.size === 0, WAIT);
  expect(await store.health()).toBe('schedule');
  expect(open.size).toBe(1);
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  expect(most).toBe(4);
  await vi.waitUntil(() => open.size === 0, WAIT);
  late.close();
});

describe('a visitor’s address', () => {
  async function hashOf(address: string, headers: Record<string, string> = {}) {
    await query('truncate contact_private.rate_events');
    await send({ ...MESSAGE, message: crypto.randomUUID() }, { address, headers });
    const [row] = await query<{ visitor_hash: string }>(
      'select visitor_hash from contact_private.rate_events',
    );
    return row?.visitor_hash;
  }

  test('becomes a hash that differs for each address, day and secret', async () => {
    const hashes = [await hashOf('192.0.2.7'), await hashOf('192.0.2.8')];
    now = new Date('2026-03-03T12:00:00Z');
    hashes.push(await hashOf('192.0.2.7'));
    handler = handlerWith({ CONTACT_SECRET: 'another-secret-for-tests' });
    hashes.push(await hashOf('192.0.2.7'));
    expect(new Set(hashes).size).toBe(4);
    for (const hash of hashes) expect(hash).toMatch(/^[\da-f]{32}$/);
  });

  test('is not taken from a forged x-forwarded-for, nor from another header when that is missing', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.1', 'x-real-ip': '203.0.113.2' };
    expect(await hashOf('192.0.2.7', forged)).toBe(await hashOf('192.0.2.7'));
    expect(await hashOf('unknown', forged)).toBe('unknown');
  });

  test('that no gateway names is accepted, shares a limit of 300 an hour, and turns health red for a day', async () => {
    await query(`insert into contact_private.rate_events
      select 'unknown', now() - interval '1 minute' from generate_series(1, 299)`);
    expect((await send(MESSAGE, { address: '' })).status).toBe(200);
    expect((await send({ ...MESSAGE, name: 'Ana' }, { address: '' })).status).toBe(429);
    expect((await send({ ...MESSAGE, name: 'Ana' })).status).toBe(200);
    const health = async () => await (await call({ method: 'GET' })).text();
    expect(await health()).toContain('"schedule, address"');
    await query(`update contact_private.rate_events set created_at = now() - interval '25 hours'`);
    expect(await health()).toContain('"schedule"');
  });

  test.each([
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:DB8::1', '2001:db8:0:ffff:ffff::'],
  ])('%s counts as the same visitor as %s', async (address, other) => {
    expect(await hashOf(address)).toBe(await hashOf(other));
  });
});
