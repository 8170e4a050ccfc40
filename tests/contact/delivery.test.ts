// The function on Deno with a PostgreSQL engine and an SMTP server with TLS and login.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';

import { describe, expect, test, vi } from 'vitest';

import { FUNCTION_PATH, spawnDeno, type FunctionProcess } from '../../local/function-process.ts';
import { listen } from '../../local/listen.ts';
import { runCommand } from '../../scripts/contact/operator.ts';
import { sendFromDeno, startMailbox, WAIT } from './support/mailbox.ts';
import { DENOS, useStack } from './support/stack.ts';
import {
  BASE_ENVIRONMENT,
  formRequest,
  MESSAGE,
  jobRequest,
  scriptRequest,
  type SubmissionOptions,
} from '../support/submissions.ts';

interface Row {
  name: string;
  message_id: string;
  last_error: string | null;
  counted_attempts: number;
  sent_at: Date | null;
  /** Seconds until the next attempt. */
  wait: number;
}

const stack = await useStack();
const { query, smtp, logLines } = stack;

/** Texts that the operator's webhook received. */
const alerts: unknown[] = [];
const webhook = createHttpServer((request, response) => {
  void json(request).then((alert) => {
    alerts.push(alert);
    response.writeHead(204).end();
  });
});

const LIMITS = { CONTACT_SINGLE_MAILS_PER_HOUR: '20', CONTACT_RATE_VISITOR_PER_HOUR: '6' };
/** The first waits longer for the mail server and alerts the operator; the second runs on Supabase's Deno, if installed. */
const [first, second] = await Promise.all([
  stack.startFunction({
    ...LIMITS,
    SMTP_ANSWER_SECONDS: '10',
    CONTACT_LEASE_SECONDS: '20',
    CONTACT_ALERT_WEBHOOK: `http://127.0.0.1:${await listen(webhook)}/alerts`,
    CONTACT_ALERT_EMAIL: 'op@a.example',
  }),
  stack.startFunction(LIMITS, DENOS.at(-1)),
]);

const rows = () =>
  query<Row>(
    `select *, extract(epoch from next_attempt_at - now())::float8 as wait
     from public.contact_messages order by id`,
  );
const waitForRow = (condition: (row: Row) => boolean) =>
  vi.waitUntil(async () => (await rows()).find(condition), WAIT);
const waitForFailedRow = () => waitForRow((row) => row.last_error !== null);
const waitForSentRow = () => waitForRow((row) => row.sent_at !== null);

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
  await stack.untilIdle();
  await query('update public.contact_messages set next_attempt_at = now() where sent_at is null');
  await runJob();
  await stack.untilIdle();
};
const status = async () => (await runCommand(query, ['status']))[0];
const messageIds = () => new Set(smtp.keptMails.map((mail) => mail.messageId));

describe.each(DENOS)('on the %s Deno', (deno) => {
  const worker = deno === 'newest' ? first : second;

  test('an accepted message reaches the company as one encrypted, readable mail with a reply link', async () => {
    expect(await send(worker)).toBe(200);
    const [mail] = await smtp.waitForMails(1);
    expect(smtp.events).toContain('auth-encrypted');
    expect(mail?.subject).toBe('Mensagem do site: Joana Müller');
    expect(mail?.text).toContain('Preciso de ajuda com o backup da loja. 🙂');
    expect(mail?.text).toContain('https://wa.me/5549988887777?text=');
    expect(mail?.text).toMatch(/\d{2}:\d{2} \(horário de Brasília\)/);
    expect(mail?.html).toContain('href="tel:+5549988887777"');

    const row = await waitForSentRow();
    expect(row.message_id).toBe(mail?.messageId);
    expect(logLines.join('\n')).not.toMatch(/Joana|98888|backup|araucaria/);
  });

  test('mail goes by TLS and STARTTLS to the address that answers, and never to a server without a valid certificate', async () => {
    const servers = await Promise.all([startMailbox('tls'), startMailbox('starttls')]);
    const sendToBoth = (...changes: object[]) =>
      sendFromDeno(
        deno,
        changes.flatMap((change) =>
          servers.map(({ port, security, ca }) => ({
            SMTP_PORT: String(port),
            SMTP_SECURITY: security,
            SMTP_TLS_CA: ca,
            SMTP_DEADLINE_SECONDS: '3',
            ...change,
          })),
        ),
      );
    // Nothing listens at two of the three addresses.
    expect(await sendToBoth({}, { SMTP_TLS_CA: '' }, { SMTP_PASSWORD: 'wrong' })).toEqual([
      ...['sent', 'sent'],
      ...['ETLS', 'ETLS'],
      ...['535', '535'],
    ]);
    // Then one server is busy and one is silent. The server that took the first mail gets the second at once.
    const calls: number[] = servers.map(() => 0);
    const others = servers.map(({ port }, index) =>
      createServer((socket) => {
        socket.on('error', () => undefined);
        calls[index] = (calls[index] ?? 0) + 1;
        if (calls[index] === 1) socket.end('421 busy\r\n');
      }).listen(port, '::1'),
    );
    await Promise.all(others.map((server) => once(server, 'listening')));
    expect(await sendToBoth({})).toEqual(['sent', 'sent']);
    expect(calls).toEqual([2, 2]);
    for (const server of others) server.close();
    for (const { events, mails } of servers) {
      expect(mails).toHaveLength(4);
      expect(events).not.toContain('auth-in-clear');
      // Twice two mails, and the wrong password.
      expect(events.filter((event) => event === 'auth-encrypted')).toHaveLength(5);
    }
    await Promise.all(servers.map((server) => server.stop()));
  });

  test('a stray error stops nothing; the log has its level and location but no word of a visitor', async () => {
    const file = join(import.meta.dirname, 'support/stray-errors.ts');
    const child = spawnDeno(file, BASE_ENVIRONMENT, deno);
    const ended = once(child, 'close');
    const lines = (await text(child.stderr)).trim().split('\n');
    const errors = lines.map((line) => JSON.parse(line) as object);
    const stack = expect.stringMatching(/^ +at .*stray-errors\.ts:\d+:\d+\)?$/m) as string;
    expect(errors).toHaveLength(2);
    for (const code of ['TypeError', 'Error']) {
      const stray = { level: 'error', event: 'stray_error', stack, code };
      expect(errors).toContainEqual(expect.objectContaining(stray));
    }
    expect(lines.join('\n')).not.toMatch(/Joana|98888/);
    expect(await ended).toEqual([0, null]);
  });

  test('an attacker who sends broken HTTP gets no 5xx and triggers no alert, and the next visitor is served', async () => {
    const post = `POST ${FUNCTION_PATH} HTTP/1.1\r\n`;
    const rest = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
    for (const request of [
      `${post}Host: x\r\n${rest.slice(0, -1)}`,
      `${post}Host: a:b:c\r\n${rest}`,
      `${post}Host: [::1\r\n${rest}`,
      `${post}Host: x:99999\r\n${rest}`,
      `POST http://[/ HTTP/1.1\r\nHost: x\r\n${rest}`,
      `POST //:1/x HTTP/1.1\r\nHost: x\r\n${rest}`,
    ]) {
      const socket = connect(Number(new URL(worker.url).port), '127.0.0.1').end(request);
      // Deno need not answer a request that breaks off.
      const answer = await text(socket).catch(() => '');
      expect(answer, request).toMatch(/^$|^HTTP\/1\.1 4/);
    }
    expect(logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    expect(await send(worker)).toBe(200);
    await smtp.waitForMails(1);
  });
});

test('a message sent twice at once, to two workers, is one row and one mail; a changed message is another', async () => {
  const key = crypto.randomUUID();
  // A message with a filled honeypot is flagged, and still delivered.
  const spam = { ...MESSAGE, message: 'Sem script', website: 'https://spam.example' };
  const submissions = [first, second].flatMap(({ url }) => [
    fetch(scriptRequest(url, MESSAGE, { key })),
    fetch(scriptRequest(url, MESSAGE, { key: key.toUpperCase() })),
    fetch(scriptRequest(url, { ...MESSAGE, message: 'Outro texto' }, { key })),
    fetch(formRequest(url, spam)),
  ]);
  for (const { status } of await Promise.all(submissions)) expect(status).toBe(200);
  await retryNow();
  expect(await rows()).toHaveLength(3);
  const subjects = smtp.keptMails.map((mail) => mail.subject);
  const subject = `Mensagem do site: ${MESSAGE.name}`;
  expect(subjects.sort()).toEqual([subject, subject, `[suspeita] ${subject}`]);
});

describe('when the mail server fails', () => {
  test.each([
    ['refuses temporarily', 'refuse-for-now', /451/, 0],
    ['never answers', 'stall', /ETIMEDOUT|DEADLINE|ECONNECTION/, 1],
    // The server may have had the whole mail by then.
    [
      'disconnects during the mail',
      'drop-in-data',
      /ECONNECTION|ESOCKET|ECONNRESET/,
      expect.any(Number) as number,
    ],
  ] as const)(
    'and it %s, the visitor still gets a success and the message is mailed later',
    async (_what, behavior, code, counted) => {
      smtp.behavior = behavior;
      expect(await send(second)).toBe(200);
      const failed = await waitForFailedRow();
      expect(failed.last_error).toMatch(code);
      expect(failed).toMatchObject({
        attempts: 1,
        counted_attempts: counted,
        sent_at: null,
      });

      smtp.behavior = 'accept';
      await retryNow();
      expect(smtp.mails).toHaveLength(1);
      expect(await rows()).toMatchObject([{ attempts: 2, last_error: null }]);
    },
  );

  test('by confirming too late, the mail is sent only once', async () => {
    smtp.behavior = 'accept-late';
    smtp.lateMs = 3500;
    expect(await send(first)).toBe(200);
    await waitForSentRow();
    await retryNow();
    expect(smtp.keptMails).toHaveLength(1);
  });

  test.each([
    ['for good', 'refuse-for-good', 0],
    ['without confirming the mail', 'drop-after-data', 5],
  ] as const)(
    '%s, the message is tried five times under one Message-ID, then parked, and one replay sends it',
    async (_what, behavior, copies) => {
      smtp.behavior = behavior;
      await send(second);
      // Fifteen times as long as after an attempt that does not count.
      expect((await waitForFailedRow()).wait).toBeGreaterThan(11);
      for (let attempt = 2; attempt <= 7; attempt += 1) await retryNow();
      expect(await rows()).toMatchObject([{ attempts: 5 }]);
      expect(smtp.keptMails).toHaveLength(copies);
      expect(await status()).toMatchObject({ parked: 1, pending: 0 });

      smtp.behavior = 'accept';
      await runCommand(query, ['replay']);
      await runJob();
      expect(smtp.mails).toHaveLength(1);
      expect(messageIds().size).toBe(1);
      expect(await status()).toMatchObject({ parked: 0 });
    },
  );
});

test('while no mail server answers, only one of many messages fails; then several workers mail each once', async () => {
  await query(
    `insert into public.contact_messages (idempotency_key, message_id, name, phone, message)
     select encode(sha256(i::text::bytea), 'hex'), '<' || i || '@araucaria.example>', 'N', '49988887777', 'M'
     from generate_series(1, 16) i`,
  );
  smtp.behavior = 'refuse-connection';
  expect(await runJob()).toMatchObject({ sent: 0, failed: 1 });
  smtp.behavior = 'accept';
  await query('update public.contact_messages set next_attempt_at = now()');
  const runs = await Promise.all([first, second, first, second].map(runJob));
  expect(runs.reduce((sum, run) => sum + run.sent, 0)).toBe(16);
  expect(smtp.keptMails).toHaveLength(16);
  expect(messageIds().size).toBe(16);
});

test('a worker takes over from one that was killed during a mail', async () => {
  const doomed = await stack.startFunction();
  smtp.behavior = 'stall';
  expect(await send(doomed)).toBe(200);
  await vi.waitUntil(() => smtp.events.includes('stall'), WAIT);
  await doomed.kill('SIGKILL');
  smtp.behavior = 'accept';
  expect(await runJob()).toMatchObject({ sent: 0 });
  // Its lease ends. The message may have been mailed, so the wait for such attempts applies.
  await query('update public.contact_messages set next_attempt_at = now()');
  expect(await runJob()).toMatchObject({ sent: 0 });
  expect(await rows()).toMatchObject([{ last_error: 'UNREPORTED', counted_attempts: 1 }]);
  await retryNow();
  expect(smtp.mails).toHaveLength(1);
});

test('while the database is down, messages are mailed directly, then stored under the same Message-ID', async () => {
  const key = crypto.randomUUID();
  await stack.database.crash();
  try {
    expect(await send(second, {}, { key })).toBe(200);
    expect(smtp.mails).toHaveLength(1);
    smtp.behavior = 'refuse-connection';
    expect(await send(second, { message: 'Outra' })).toBe(503);
    expect((await fetch(jobRequest(second.url))).status).toBe(503);
  } finally {
    await stack.database.restart();
  }
  smtp.behavior = 'accept';
  expect(await send(second, {}, { key })).toBe(200);
  await smtp.waitForMails(2);
  expect(messageIds().size).toBe(1);
  expect(await rows()).toHaveLength(1);
  await vi.waitUntil(async () => (await status())?.['direct_mails_last_day'] !== 0, WAIT);
});

describe('rate limits', () => {
  /** The statuses of messages sent to both workers at once. */
  const flood = (count: number, address: (index: number) => string) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => {
        const worker = index % 2 === 0 ? first : second;
        return send(worker, { message: `Mensagem ${index}` }, { address: address(index) });
      }),
    );

  test('hold across workers for an hour, for each visitor, and let the neighbours through', async () => {
    const address = '198.51.100.1';
    const statuses = await flood(16, () => address);
    expect(statuses.filter((one) => one === 200)).toHaveLength(6);
    expect(statuses.filter((one) => one === 429)).toHaveLength(10);
    const refused = await fetch(scriptRequest(first.url, MESSAGE, { address }));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await refused.text()).toMatch(/Tente de novo em \d+ minutos\./);
    expect(logLines).toContainEqual(expect.stringMatching(/"error".*"rate_limited"/));
    expect(await send(first, {}, { address: '198.51.100.2' })).toBe(200);
    expect(await rows()).toHaveLength(7);

    await query(`update contact_private.rate_events set created_at = now() - interval '61 min'`);
    expect(await send(first, { message: 'Depois' }, { address })).toBe(200);
  });

  test('of all visitors together turn mails into digests, with a reply link for each message, and delay nobody for long', async () => {
    await query(
      `insert into public.contact_messages (idempotency_key, message_id, name, phone, message, visitor_rank)
       select encode(sha256(i::text::bytea), 'hex'), '<' || i || '@araucaria.example>', 'Enxurrada ' || i,
         '(49) 98888-' || 1000 + i, 'M', 3 from generate_series(1, 140) i`,
    );
    await runJob();
    await stack.untilIdle();
    expect(smtp.mails).toHaveLength(21);
    // A new visitor waits for the next digest, ahead of the rest of the flood.
    expect(await send(first, { name: 'Cliente' })).toBe(200);
    expect(await runJob()).toMatchObject({ sent: 0 });
    await query(`update contact_private.job set digest_at = digest_at - interval '59 s'`);
    expect(await runJob()).toMatchObject({ sent: 21 });

    // The first digest can arrive before the last single mail.
    const digests = smtp.mails.filter(({ subject }) => subject?.endsWith(' mensagens do site'));
    const subjects = digests.map(({ subject }) => subject);
    expect(subjects).toEqual(['100 mensagens do site', '21 mensagens do site']);
    for (const { text = '', html = '' } of digests) {
      const names = [...text.matchAll(/^Nome: (.*)$/gm)].map(([, name]) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const part of [text, html]) {
        const links = part.match(/https:\/\/wa\.me\/55499888\d{5}\?/g);
        expect(new Set(links).size).toBe(names.length);
      }
    }
    expect(digests[1]?.text).toContain('Nome: Cliente');
    expect(await status()).toMatchObject({ pending: 0 });
  });
});

test('an operator is alerted to overdue and parked messages by webhook and mail, without a word of them', async () => {
  await query(`
    insert into public.contact_messages
      (idempotency_key, message_id, name, phone, message, created_at, parked_at, next_attempt_at)
    select encode(sha256(name::bytea), 'hex'), name, name, '49988887777', 'segredo',
      now() - interval '2 hours', parked_at, now() + interval '1 day'
    from (values ('Joana', null), ('Ana', now())) as given (name, parked_at)`);
  await runJob(first);
  const found = 'Contact form of Araucária Digital: overdue messages: 1, parked messages: 1.';
  const text = `${found} See docs/contact.md.`;
  expect(alerts).toEqual([{ text, content: text }]);
  expect((await status())?.['alerted_at']).toBeInstanceOf(Date);
  const [mail] = await smtp.waitForMails(1);
  expect(mail?.to?.[0]?.address).toBe('op@a.example');
  expect(mail?.text).toContain('parked messages: 1');
  expect(JSON.stringify([alerts, smtp.mails])).not.toMatch(/Joana|98888|segredo/);
});

test('an operator sees when the job and its daily self-test last ran, and the test in the mailbox', async () => {
  await query('update contact_private.job set self_tested_at = null');
  for (let run = 0; run < 2; run += 1) await runJob();
  const [mail] = await smtp.waitForMails(1);
  expect(mail?.subject).toBe('[teste] Mensagem do site: Teste automático');
  await waitForSentRow();
  const { job_ran_at, self_tested_at, last_sent_at } = (await status()) ?? {};
  const times = [job_ran_at, self_tested_at, last_sent_at];
  expect(times).toEqual(times.map(() => expect.any(Date) as Date));
  expect(smtp.mails).toHaveLength(1);
});
