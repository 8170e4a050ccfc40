// The function on Deno with a PostgreSQL engine and an SMTP server with TLS and login.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';

import { describe, expect, test, vi } from 'vitest';

import {
  DENOS,
  FUNCTION_PATH,
  spawnDeno,
  type FunctionProcess,
} from '../../local/function-process.ts';
import { readConfig } from '@site/supabase/send-contact-email/config';
import { CERTIFICATE } from '../support/certificate.ts';
import { startMailbox, WAIT } from '../support/smtp-server.ts';
import { guideSql, insertMessages, useStack } from './support/stack.ts';
import {
  BASE_ENVIRONMENT,
  formRequest,
  MESSAGE,
  jobRequest,
  scriptRequest,
  SITE_URL,
  type SubmissionOptions,
} from '../support/submissions.ts';

interface Row {
  name: string;
  handovers: number;
  attempts: number;
  last_error: string | null;
  sent_at: Date | null;
}

const stack = await useStack();
const { query, smtp, logLines } = stack;
/** The second runs on Supabase's Deno, if installed. */
const [first, second] = await Promise.all([
  stack.startFunction(),
  stack.startFunction({}, DENOS.at(-1)),
]);

const rows = () => query<Row>('select * from contact_private.messages order by id');
const waitForRow = (condition: (row: Row) => boolean) =>
  vi.waitUntil(async () => (await rows()).find(condition), WAIT);

/** Posts a message and returns the response's status. */
const send = async (target: FunctionProcess, change = {}, options: SubmissionOptions = {}) =>
  (await fetch(scriptRequest(target.url, { ...MESSAGE, ...change }, options))).status;
const runJob = async (target = second) => {
  const response = await fetch(jobRequest(target.url));
  expect(response.status).toBe(200);
  return (await response.json()) as { sent: number; failed: number };
};
/** Runs the job as if every waiting message were due. */
const retryNow = async () => {
  await query(`update contact_private.messages set next_attempt_at = now() where sent_at is null;
    update contact_private.state set digest_at = null`);
  return await runJob();
};
const health = async () =>
  (await fetch(`${second.url}${FUNCTION_PATH}`)).json() as Promise<unknown>;
const messageIds = () => new Set(smtp.keptMails.map((mail) => mail.messageId));

/** A wait of seconds, and each Deno, are for the night (nightly.yml). */
const isNight = process.env['NIGHTLY'] !== undefined;

describe.each(isNight ? DENOS : DENOS.slice(0, 1))('on the %s Deno', (deno) => {
  const worker = deno === 'newest' ? first : second;

  test('an accepted message reaches the company as one encrypted, readable mail with a reply link', async () => {
    expect(await send(worker)).toBe(200);
    const [mail] = await smtp.waitForMails(1);
    expect(smtp.events).toContain('auth-encrypted');
    expect(mail?.to?.[0]?.address).toBe(MESSAGE.toEmail);
    expect(mail?.subject).toMatch(/^Joana Müller, pelo site: Olá! Preciso de ajuda/);
    expect(mail?.text).toContain('Preciso de ajuda com o backup da loja. 🙂');
    expect(mail?.text).toContain('https://wa.me/5549988887777?text=');
    expect(mail?.text).toMatch(/\d{2}:\d{2} \(horário de Brasília\)/);
    expect(mail?.html).toContain('href="tel:+5549988887777"');
    expect(await waitForRow((row) => row.sent_at !== null)).toMatchObject({ handovers: 1 });
    expect(logLines.join('\n')).not.toMatch(/Joana|98888|backup|araucaria/);
  });

  test('a stranger whose origin fits a preview but is no URL on Deno is refused', async () => {
    const origin = 'https://xn--a.empresa.pages.dev';
    expect(await send(worker, {}, { origin })).toBe(403);
    expect(await rows()).toEqual([]);
  });

  test('mail goes by TLS and STARTTLS to the address that answers, and never to a server without a valid certificate', async () => {
    const start = () => Promise.all([startMailbox('tls'), startMailbox('starttls')]);
    const [alone, late, behind, gone] = [
      await start(),
      await start(),
      await start(),
      await start(),
    ];
    await Promise.all(gone.map((server) => server.stop()));
    // Postfix may greet seconds later, and Dovecot answers a wrong password seconds later.
    const lateMs = isNight ? 2000 : 0;
    const slow = { greetingDelayMs: lateMs, badLogins: 1, badLoginDelayMs: lateMs };
    for (const server of late) Object.assign(server, slow);
    const BUSY = '421 busy\r\n';
    const busyThenSilent = () => {
      let calls = 0;
      return createServer((socket) => {
        socket.on('error', () => undefined);
        calls += 1;
        if (calls % 2 === 1) socket.end(BUSY);
      });
    };
    const noCommonCipher = {
      ...CERTIFICATE,
      maxVersion: 'TLSv1.2',
      ciphers: 'AES128-SHA',
    } as const;
    // Nothing else listens at the first two of a name's three addresses.
    const others = [
      ...[busyThenSilent(), busyThenSilent()],
      ...[createTlsServer(noCommonCipher), createServer((socket) => socket.end(BUSY))],
    ];
    for (const [index, { port }] of [...behind, ...gone].entries())
      others[index]?.listen(port, '::1');
    await Promise.all(others.map((server) => once(server, 'listening')));

    const settingsOf = (servers: typeof alone, change = {}) =>
      servers.map(({ port, security }) => ({
        ...readConfig(BASE_ENVIRONMENT).smtp,
        // Whatever does not answer is an outcome within this test's time.
        ...{ port, security, stepMs: 8000, loginMs: 30_000, replyMs: 8000, ...change },
      }));
    const outcomes = async (settings: unknown[], environment: Record<string, string> = {}) => {
      const file = join(import.meta.dirname, 'support/send-mails.ts');
      const child = spawnDeno(file, { ...environment, SETTINGS: JSON.stringify(settings) }, deno);
      return ((await json(child.stdout)) as string[]).join(' ');
    };
    const trusted = [
      ...settingsOf(alone),
      // A step is shorter than the wait for the greeting.
      ...settingsOf(late, { auth: { user: 'site', pass: 'wrong' }, stepMs: 1000 }),
      ...settingsOf(behind, { stepMs: 4000, loginMs: 4000 }),
      // What the first address says, not that nothing listens at the last.
      ...settingsOf(gone),
    ];
    const found = await outcomes(trusted, { DENO_CERT: smtp.caFile });
    expect(found).toBe('sent sent 535 535 sent sent ETLS 421');
    expect(await outcomes(settingsOf(alone))).toBe('ETLS ETLS');
    for (const { events, mails } of [...alone, ...behind]) {
      expect(mails).toHaveLength(2);
      expect(events).not.toContain('auth-in-clear');
    }
    for (const server of others) server.close();
    await Promise.all([...alone, ...late, ...behind].map((server) => server.stop()));
  });

  test('a stray error stops nothing; the log has its level and location but no word of a visitor', async () => {
    const file = join(import.meta.dirname, 'support/stray-errors.ts');
    const child = spawnDeno(file, { ...BASE_ENVIRONMENT, SITE_ORIGINS: 'https://*' }, deno);
    const ended = once(child, 'close');
    const lines = (await text(child.stderr)).trim().split('\n');
    const errors = lines.map((line) => JSON.parse(line) as object);
    const location = expect.stringMatching(/^ +at .*stray-errors\.ts:\d+:\d+\)?$/m) as string;
    for (const code of ['TypeError', 'Error']) {
      const stray = { level: 'error', event: 'stray_error', stack: location, code };
      expect(errors).toContainEqual(expect.objectContaining(stray));
    }
    // A mistyped entry of an optional list does not end it either.
    const ignored = { level: 'warn', event: 'origin_ignored', origin: 'https://*' };
    expect(errors).toContainEqual(expect.objectContaining(ignored));
    expect(lines.join('\n')).not.toMatch(/Joana|98888/);
    expect(await ended).toEqual([0, null]);
  });
});

describe('when the mail server fails', () => {
  test.each([
    ['refuses the login', 'refuse-login', /535/, 0],
    ['refuses temporarily', 'refuse-for-now', /451/, 0],
    ['refuses the recipient, whose mailbox is full', 'refuse-for-good', /550/, 0],
    ['refuses the sender', 'refuse-sender', /550/, 0],
    ['refuses the mail itself', 'refuse-content', /554/, 0],
    ['never answers', 'stall', /ETIMEDOUT|DEADLINE|ECONNECTION/, 1],
    // The server may have had the whole mail by then.
    ['disconnects during the mail', 'drop-in-data', /E/, expect.any(Number) as number],
  ] as const)(
    'and it %s, the visitor still gets a success, and the message is mailed later',
    async (_what, behavior, code, handovers) => {
      smtp.behavior = behavior;
      expect(await send(second)).toBe(200);
      const failed = await waitForRow((row) => row.last_error !== null);
      expect(failed.last_error).toMatch(code);
      expect(failed).toMatchObject({ attempts: 1, handovers, sent_at: null });
      // A refused client says goodbye; no reply leaves it nothing to say.
      await smtp.untilIdle();
      expect(smtp.events.includes('quit')).toBe(/^\/\d/.test(String(code)));

      smtp.behavior = 'accept';
      // The claim is the backoff.
      expect(await runJob()).toEqual({ sent: 0, failed: 0 });
      expect(await retryNow()).toEqual({ sent: 1, failed: 0 });
      expect(smtp.mails).toHaveLength(1);
      expect(await rows()).toMatchObject([{ attempts: 2, last_error: null }]);
    },
  );

  test('and confirms nothing, the message is tried five times under one Message-ID, then stuck until the guide’s SQL, which mails it at once', async () => {
    smtp.behavior = 'drop-after-data';
    // By the job alone: the mailer behind an answer would claim it again beside the next attempt.
    await query(insertMessages(1));
    await runJob();
    // On a busy machine, an attempt may end before it hands the mail over.
    for (let attempt = 2; attempt <= 7; attempt += 1) await retryNow();
    expect(await rows()).toMatchObject([{ handovers: 5 }]);
    expect(smtp.keptMails).toHaveLength(5);
    expect(await health()).toMatchObject({ status: 'fail', output: 'stuck' });

    smtp.behavior = 'accept';
    // A digest has just left, or what the server refused.
    await query(`update contact_private.state set digest_at = now(); ${guideSql('Send again')}`);
    await runJob();
    expect(smtp.mails).toHaveLength(1);
    expect(messageIds().size).toBe(1);
    expect(await health()).toMatchObject({ status: 'pass' });
  });
});

test('a message that the function cannot compose is stuck alone, and those beside it are mailed', async () => {
  // A digest, whose first message has no date to show.
  await query(`${insertMessages(13)}
    update contact_private.messages set created_at = '-infinity' where id = 10;
    update contact_private.state set singles = array_fill(now(), '{300}')`);
  expect(await runJob()).toEqual({ sent: 0, failed: 13 });
  await query(`update contact_private.state set singles = '{}'`);
  for (let run = 0; run < 5; run += 1) await retryNow();
  const unsent = (await rows()).filter((row) => row.sent_at === null);
  expect(unsent).toMatchObject([{ id: 10, handovers: 5, last_error: 'ECOMPOSE' }]);
  expect(smtp.mails).toHaveLength(12);
  expect(logLines.join('\n')).toMatch(/"compose_failed".* at describe/);
});

test('while no mail server answers, only one of many messages fails', async () => {
  await query(insertMessages(16));
  smtp.behavior = 'refuse-connection';
  expect(await runJob()).toEqual({ sent: 0, failed: 1 });
});

test('while the database is down, the answer is 503, health says so, and nothing is mailed without being stored', async () => {
  await stack.database.crash();
  try {
    expect(await send(second)).toBe(503);
    expect(await health()).toMatchObject({ status: 'fail', output: 'database' });
    expect((await fetch(jobRequest(second.url))).status).toBe(503);
    const form = await fetch(formRequest(second.url), { redirect: 'manual' });
    expect(form.headers.get('location')).toBe(`${SITE_URL}/mensagem-nao-enviada#agora`);
  } finally {
    await stack.database.restart();
  }
  expect(await send(second)).toBe(200);
  await smtp.waitForMails(1);
  expect(smtp.mails).toHaveLength(1);
  expect(logLines.join('\n')).not.toMatch(/Joana|98888|backup|araucaria/);
});

test('a mail login that is rejected twice turns health red; the next mail that leaves, or the next login, turns it green', async () => {
  const refuse = async () => {
    // The answer to the second is slower than the deadline, and says less than the first.
    smtp.badLoginDelayMs = 4000;
    smtp.badLogins = 0;
    smtp.behavior = 'refuse-login';
    await query('update contact_private.state set login_tried_at = null');
    await runJob();
    smtp.behavior = 'accept';
    await runJob();
    expect(await health()).toMatchObject({ status: 'fail', output: 'mail' });
    expect(await query('select login_error as code from contact_private.state')).toEqual([
      { code: '535' },
    ]);
  };
  await refuse();
  expect(smtp.events.filter((event) => event === 'auth-encrypted')).toHaveLength(2);
  expect(await send(second)).toBe(200);
  await waitForRow((row) => row.sent_at !== null);
  expect(await health()).toMatchObject({ status: 'pass' });
  await refuse();
  await query(`update contact_private.state set login_tried_at = now() - interval '10 minutes'`);
  await runJob();
  expect(await health()).toMatchObject({ status: 'pass' });
});
