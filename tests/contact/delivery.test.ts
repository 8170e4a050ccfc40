// The function on Deno, a PostgreSQL engine and an SMTP server with TLS and login, together.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { denoBinary, type FunctionProcess } from '../../local/function-process.ts';
import { SMTP_PASSWORD, SMTP_USER } from '../../local/smtp-server.ts';
import { runCommand } from '../../scripts/contact/operator.ts';
import { eventually } from './support/eventually.ts';
import { startMailbox, type Mailbox } from './support/mailbox.ts';
import { DENOS, useStack } from './support/stack.ts';
import {
  formRequest,
  FROM_EMAIL,
  MESSAGE,
  retryRequest,
  scriptRequest,
  TO_EMAIL,
  type SubmissionOptions,
} from './support/submissions.ts';

interface Row {
  name: string;
  message_id: string;
  attempts: number;
  last_error: string | null;
  sent_at: Date | null;
  is_suspect: boolean;
  /** Seconds until the next attempt. */
  wait: number;
}

const stack = await useStack();
// The second one serves visitors where a test does not say otherwise, as Supabase's Deno does.
const [first, second] = await Promise.all([
  stack.startFunction(),
  stack.startFunction({}, DENOS.at(-1)),
]);

const rows = () =>
  stack.query<Row>(
    `select *, extract(epoch from next_attempt_at - now())::float8 as wait
     from public.contact_messages order by id`,
  );
const oneRow = (what: string, condition: (row: Row) => boolean) =>
  eventually(what, async () => (await rows()).find(condition));
const failedRow = () => oneRow('the failure to be counted', (row) => row.last_error !== null);

/** The status of the answer to a message. */
const send = async (target: FunctionProcess, change = {}, options: SubmissionOptions = {}) =>
  (await fetch(scriptRequest(target.url, { ...MESSAGE, ...change }, options))).status;
const runJob = async (target = second) => {
  const response = await fetch(retryRequest(target.url));
  expect(response.status).toBe(200);
  return (await response.json()) as { sent: number; failed: number; deleted: number };
};
const runJobNow = async (target = second) => {
  await stack.query(
    'update public.contact_messages set next_attempt_at = now() where sent_at is null',
  );
  return await runJob(target);
};
const status = async () => (await runCommand(stack.query, ['status']))[0];
const messageIds = () => new Set(stack.smtp.keptMails.map((mail) => mail.messageId));

describe.each(DENOS)('a message that is accepted on the %s Deno', (deno) => {
  const worker = deno === 'newest' ? first : second;

  test('reaches the company as one encrypted mail that reads well and links back', async () => {
    expect(await send(worker)).toBe(200);
    const [mail] = await stack.smtp.waitForMails(1);
    expect(stack.smtp.events).toContain('auth-encrypted');
    expect(mail?.to?.[0]?.address).toBe(TO_EMAIL);
    expect(mail?.from?.address).toBe(FROM_EMAIL);
    expect(mail?.subject).toBe('Mensagem do site: Joana Müller');
    expect(mail?.text).toContain('Preciso de ajuda com o backup da loja. 🙂');
    expect(mail?.text).toContain('https://wa.me/5549988887777?text=');
    expect(mail?.text).toMatch(/\d{2}:\d{2} \(horário de Brasília\)/);
    expect(mail?.html).toContain('href="tel:+5549988887777"');

    const row = await oneRow('the row to be marked as sent', (one) => one.sent_at !== null);
    expect(row.message_id).toBe(mail?.messageId);
    expect(stack.logLines.join('\n')).not.toMatch(/Joana|98888|backup|araucaria/);
  });

  test('twice, at the same moment, by two workers, is one row and one mail', async () => {
    const options = { key: crypto.randomUUID(), address: '192.0.2.1' };
    const submissions = [first, second, first, second].flatMap(({ url }) => [
      fetch(scriptRequest(url, MESSAGE, options)),
      fetch(formRequest(url, { ...MESSAGE, message: 'Sem script' })),
    ]);
    for (const { status } of await Promise.all(submissions)) expect(status).toBe(200);
    await stack.smtp.waitForMails(2);
    await runJob(worker);
    expect(await rows()).toHaveLength(2);
    expect(stack.smtp.mails).toHaveLength(2);
  });

  test('with markup and line breaks where none belong cannot change the mail', async () => {
    const message = `</p><script>alert(1)</script>\n.\nBcc: victim@example.org\n'); drop table contact_messages;--`;
    expect(await send(worker, { name: '<img src=x> "Bcc: victim@example.org', message })).toBe(200);
    const [mail] = await stack.smtp.waitForMails(1);
    expect(mail?.to).toHaveLength(1);
    expect(mail?.bcc ?? []).toEqual([]);
    expect(mail?.html).not.toMatch(/<script|<img/);
    expect(mail?.text).toContain('\n.\nBcc: victim@example.org');
    expect(await rows()).toHaveLength(1);
  });

  test('that looks like spam is marked and still delivered', async () => {
    const fields = { ...MESSAGE, website: 'https://spam.example' };
    expect((await fetch(formRequest(worker.url, fields))).status).toBe(200);
    const [mail] = await stack.smtp.waitForMails(1);
    expect(mail?.subject).toMatch(/^\[suspeita\] /);
    expect(await rows()).toMatchObject([{ is_suspect: true }]);
  });
});

describe('when the mail server fails', () => {
  test.each([
    ['refuses connections', 'refuse-connection', /421|ECONNECTION|EPROTOCOL/],
    ['refuses for now', 'refuse-for-now', /451/],
    ['refuses for good', 'refuse-for-good', /550/],
    ['never answers', 'stall', /ETIMEDOUT|DEADLINE|ECONNECTION/],
    ['hangs up in the middle of the mail', 'drop-in-data', /ECONNECTION|ESOCKET|ECONNRESET/],
  ] as const)(
    'because it %s, the visitor is not kept waiting and the message goes out later',
    async (_what, behavior, code) => {
      stack.smtp.behavior = behavior;
      const startedAt = performance.now();
      expect(await send(second)).toBe(200);
      // The mail server's deadline is a second; the visitor's answer does not wait for it.
      expect(performance.now() - startedAt).toBeLessThan(5000);
      const failed = await failedRow();
      expect(failed.last_error).toMatch(code);
      expect(failed).toMatchObject({ attempts: 1, sent_at: null });

      stack.smtp.behavior = 'accept';
      expect(await runJobNow()).toMatchObject({ sent: 1 });
      expect(stack.smtp.mails).toHaveLength(1);
      expect(await rows()).toMatchObject([{ attempts: 2, last_error: null }]);
    },
  );

  test('again and again, the waits grow, the message stays, and nothing can delete it', async () => {
    stack.smtp.behavior = 'refuse-for-now';
    await send(second);
    await failedRow();
    for (let attempt = 2; attempt <= 6; attempt += 1) {
      expect(await runJobNow()).toMatchObject({ failed: 1 });
      const [row] = await rows();
      expect(row?.attempts).toBe(attempt);
      // Base 1 s in these tests: 2, 4, 8, 16, 32 seconds, give or take a fifth.
      expect(row?.wait).toBeGreaterThan(2 ** (attempt - 1) * 0.8 - 1);
      expect(row?.wait).toBeLessThan(2 ** (attempt - 1) * 1.2);
    }
    expect(stack.logLines.join()).toContain('"message_failing"');
    for (const statement of ['delete from', 'truncate']) {
      await expect(stack.query(`${statement} public.contact_messages`)).rejects.toThrow(
        /not been mailed yet/,
      );
    }
  });

  test('by confirming after its deadline, the mail goes out once', async () => {
    const settings = { SMTP_ANSWER_SECONDS: '10', CONTACT_LEASE_SECONDS: '20' };
    const patient = await stack.startFunction(settings, DENOS.at(-1));
    stack.smtp.behavior = 'accept-late';
    stack.smtp.lateMs = 1500;
    expect(await send(patient)).toBe(200);
    await eventually('the mail to be confirmed', async () => {
      const [row] = await rows();
      // On a machine so busy that even connecting took too long, it is tried again.
      if (row?.last_error != null) await runJobNow(patient);
      return row?.sent_at != null;
    });
    expect(await runJob(patient)).toMatchObject({ sent: 0, failed: 0 });
    expect(stack.smtp.keptMails).toHaveLength(1);
  });

  test.each([
    ['by refusing for good', 'refuse-for-good', 0],
    ['by never saying whether it took the mail', 'drop-after-data', 5],
  ] as const)(
    '%s, it is asked five times under one Message-ID, the message is parked, and one replay sends it',
    async (_what, behavior, copies) => {
      stack.smtp.behavior = behavior;
      await send(second);
      // Fifteen times as long as after a failure that is surely one.
      expect((await failedRow()).wait).toBeGreaterThan(11);
      for (let attempt = 2; attempt <= 7; attempt += 1) {
        expect(await runJobNow()).toMatchObject({ failed: attempt <= 5 ? 1 : 0 });
      }
      expect(stack.smtp.keptMails).toHaveLength(copies);
      expect(await status()).toMatchObject({ parked: 1, pending: 0 });

      stack.smtp.behavior = 'accept';
      await runCommand(stack.query, ['replay']);
      expect(await runJob()).toMatchObject({ sent: 1 });
      expect(messageIds().size).toBe(1);
      expect(await status()).toMatchObject({ parked: 0 });
    },
  );
});

describe.each(DENOS)('a mail server with STARTTLS, on the %s Deno,', (deno) => {
  let smtp: Mailbox;
  beforeAll(async () => {
    smtp = await startMailbox('starttls');
  });
  afterAll(() => smtp.stop());

  /** What the server was asked for by a function that had a message to mail. */
  async function eventsWith(settings: Record<string, string>, until: () => Promise<unknown>) {
    smtp.events.length = 0;
    const server = {
      SMTP_PORT: String(smtp.port),
      SMTP_SECURITY: 'starttls',
      SMTP_TLS_CA: smtp.ca,
    };
    const target = await stack.startFunction({ ...server, ...settings }, deno);
    expect(await send(target)).toBe(200);
    await until();
    return smtp.events.filter((event) => event.startsWith('auth') || event === 'mail');
  }

  test('gets the password only once the connection is encrypted', async () => {
    const events = await eventsWith({}, () => smtp.waitForMails(1));
    expect(events).toEqual(['auth-encrypted', 'mail']);
  });

  test('whose certificate nobody vouches for gets neither password nor mail', async () => {
    expect(await eventsWith({ SMTP_TLS_CA: '' }, failedRow)).toEqual([]);
    expect((await failedRow()).last_error).toMatch(/^[A-Z_]+$/);
  });

  test('that refuses the password leaves the message pending, with the code it gave', async () => {
    expect(await eventsWith({ SMTP_PASSWORD: 'wrong' }, failedRow)).not.toContain('mail');
    expect((await failedRow()).last_error).toBe('535');
  });
});

describe.each(DENOS)('a mail server with several addresses, on the %s Deno,', (deno) => {
  test.each(['tls', 'starttls'] as const)(
    'is reached by %s at the one that answers, whether another refuses or stays silent',
    async (security) => {
      const server = await startMailbox(security);
      const auth = { user: SMTP_USER, pass: SMTP_PASSWORD };
      const { port, ca } = server;
      const times = { deadlineMs: 3000, answerMs: 1000 };
      const smtp = {
        host: 'localhost',
        port,
        security,
        auth,
        clientName: 'a.example',
        ca,
        ...times,
      };
      const script = join(import.meta.dirname, 'support/send-at.ts');
      const flags =
        '--config=deno.json --node-modules-dir=manual --cached-only --no-lock --no-check';
      const sendAt = (addresses: string[]) =>
        promisify(execFile)(
          denoBinary(deno),
          ['run', ...flags.split(' '), '-A', script, JSON.stringify({ addresses, smtp })],
          { cwd: join(import.meta.dirname, '../../supabase/functions/send-contact-email') },
        );
      await sendAt(['::1', '127.0.0.1']);
      expect(server.mails).toHaveLength(1);

      const silent = createServer();
      await new Promise<void>((resolve) => silent.listen(port, '::1', resolve));
      await sendAt(['::1', '127.0.0.1']);
      expect(server.mails).toHaveLength(2);
      expect(server.events).not.toContain('auth-in-clear');
      silent.close();
      await server.stop();
    },
  );
});

describe('several workers', () => {
  test('share the pending messages and mail each of them once', async () => {
    await stack.query(
      `insert into public.contact_messages (idempotency_key, message_id, name, phone, message)
       select encode(sha256(i::text::bytea), 'hex'), '<' || i || '@araucaria.example>', 'N', '49988887777', 'M'
       from generate_series(1, 60) i`,
    );
    const runs = await Promise.all([first, second, first, second].map(runJob));
    expect(runs.reduce((sum, run) => sum + run.sent, 0)).toBe(60);
    expect(stack.smtp.keptMails).toHaveLength(60);
    expect(messageIds().size).toBe(60);
  });

  test('take over from one that is killed in the middle of a mail', async () => {
    const doomed = await stack.startFunction();
    stack.smtp.behavior = 'stall';
    expect(await send(doomed)).toBe(200);
    await stack.smtp.waitForEvent('stall');
    await doomed.kill('SIGKILL');
    stack.smtp.behavior = 'accept';
    expect(await runJob()).toMatchObject({ sent: 0 });
    // The lease is four seconds in these tests.
    await eventually('another worker to mail it', async () => (await runJob()).sent === 1);
    expect(stack.smtp.mails).toHaveLength(1);
  });
});

describe('when the database goes away', () => {
  test('messages are mailed directly, and stored again once it is back', async () => {
    await stack.database.crash();
    try {
      expect(await send(first)).toBe(200);
      expect(stack.smtp.mails).toHaveLength(1);
      stack.smtp.behavior = 'refuse-connection';
      expect(await send(first, { message: 'Outra' })).toBe(503);
      expect((await fetch(retryRequest(first.url))).status).toBe(503);
    } finally {
      await stack.database.restart();
    }
    stack.smtp.behavior = 'accept';
    expect(await send(first, { message: 'De volta' })).toBe(200);
    expect(await rows()).toHaveLength(1);
    await eventually(
      'the direct mail to be counted',
      async () => (await status())?.['direct_mails_last_day'] !== 0,
    );
  });

  test('and the visitor sends again when it is back, both mails have one Message-ID', async () => {
    const key = crypto.randomUUID();
    await stack.database.crash();
    try {
      expect(await send(first, {}, { key })).toBe(200);
    } finally {
      await stack.database.restart();
    }
    expect(await send(second, {}, { key })).toBe(200);
    await stack.smtp.waitForMails(2);
    expect(messageIds().size).toBe(1);
  });
});

describe('rate limits', () => {
  /** Two workers, and the statuses of so many messages that come to them at once. */
  async function startLimited(settings: Record<string, string>) {
    const workers = await Promise.all([
      stack.startFunction(settings),
      stack.startFunction(settings, DENOS.at(-1)),
    ]);
    const flood = (count: number, address: (index: number) => string) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => {
          const worker = workers[index % 2] ?? first;
          return send(worker, { message: `Mensagem ${index}` }, { address: address(index) });
        }),
      );
    return { workers, flood };
  }

  test('hold across workers for an hour, for one visitor at once, and let the neighbours through', async () => {
    const { workers, flood } = await startLimited({ CONTACT_RATE_VISITOR_PER_HOUR: '5' });
    const address = '198.51.100.1';
    const statuses = await flood(16, () => address);
    expect(statuses.filter((one) => one === 200)).toHaveLength(5);
    expect(statuses.filter((one) => one === 429)).toHaveLength(11);
    const refused = await fetch(scriptRequest(workers[0].url, MESSAGE, { address }));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await send(workers[0], {}, { address: '198.51.100.2' })).toBe(200);
    expect(await rows()).toHaveLength(6);

    await stack.query(
      `update contact_private.rate_events set created_at = now() - interval '61 min'`,
    );
    expect(await send(workers[0], { message: 'Depois' }, { address })).toBe(200);
  });

  test('in total hold up mails, not messages: a flood does not silence who comes after it', async () => {
    const { workers, flood } = await startLimited({
      CONTACT_RATE_TOTAL_PER_HOUR: '20',
      CONTACT_RATE_VISITOR_PER_HOUR: '6',
    });
    const runJobs = () => Promise.all(workers.map(runJob));
    const statuses = await flood(40, (index) => `198.51.100.${index % 5}`);
    expect(statuses.filter((one) => one === 200)).toHaveLength(30);
    expect(await send(workers[0], { name: 'Cliente' })).toBe(200);
    await oneRow('the customer’s mail', (row) => row.name === 'Cliente' && row.sent_at !== null);
    // The first three of each visitor, and the customer's.
    await eventually('all that may go out to go out', async () => {
      await runJobs();
      return stack.smtp.mails.length >= 16;
    });
    for (let run = 0; run < 3; run += 1) await runJobs();
    expect(await rows()).toHaveLength(31);
    expect(stack.smtp.mails.length).toBeLessThanOrEqual(20);
    expect(await status()).toMatchObject({ limited_last_day: 10 });

    await stack.query(
      `update public.contact_messages set sent_at = sent_at - interval '61 min' where sent_at is not null`,
    );
    await runJob(workers[0]);
    expect(stack.smtp.mails.length).toBeGreaterThan(20);
  });
});

test('after the retention time sent messages are deleted, unsent ones are not', async () => {
  await stack.query(
    `insert into public.contact_messages
       (idempotency_key, message_id, name, phone, message, created_at, sent_at, next_attempt_at)
     select encode(sha256(kind::bytea), 'hex'), kind, kind, '49988887777', 'M', now() - interval '200 days', sent_at,
       now() + interval '1 day'
     from (values ('old', now() - interval '181 days'), ('young', now() - interval '179 days'), ('unsent', null))
       as kinds (kind, sent_at)`,
  );
  expect(await runJob()).toMatchObject({ deleted: 1 });
  expect((await rows()).map((row) => row.name)).toEqual(['young', 'unsent']);
});
