// The function on Deno, a PostgreSQL engine and an SMTP server with TLS and login, together.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import {
  denoBinary,
  hasHostedDeno,
  type DenoVersion,
  type FunctionProcess,
} from '../../local/function-process.ts';
import { SMTP_PASSWORD, SMTP_USER } from '../../local/smtp-server.ts';
import { runCommand } from '../../scripts/contact/operator.ts';
import { startMailbox, type Mailbox } from './support/mailbox.ts';
import { eventually, startStack, type TestStack } from './support/stack.ts';
import {
  formRequest,
  FROM_EMAIL,
  MESSAGE,
  retryRequest,
  scriptRequest,
  TO_EMAIL,
} from './support/submissions.ts';

interface Row {
  id: number;
  message_id: string;
  name: string;
  attempts: number;
  last_error: string | null;
  sent_at: Date | null;
  is_suspect: boolean;
}

/** What Supabase hosts functions on is behind the newest Deno; messages have to arrive from both. */
const DENOS: DenoVersion[] = hasHostedDeno() ? ['newest', 'hosted'] : ['newest'];

// Nothing here judges speed: a loaded machine may take its time.
vi.setConfig({ testTimeout: 60_000 });

let stack: TestStack;
let first: FunctionProcess;
let second: FunctionProcess;

beforeAll(async () => {
  stack = await startStack('tls');
  [first, second] = await Promise.all([
    stack.startFunction(),
    stack.startFunction({}, DENOS.at(-1)),
  ]);
}, 60_000);
afterAll(() => stack.stop());
beforeEach(() => stack.reset());

const rows = () => stack.query<Row>('select * from public.contact_messages order by id');
const retry = async (target = first) => {
  const response = await fetch(retryRequest(target.url));
  expect(response.status).toBe(200);
  return (await response.json()) as { sent: number; failed: number; deleted: number };
};
const makeDue = () =>
  stack.query('update public.contact_messages set next_attempt_at = now() where sent_at is null');

const status = async () => (await runCommand(stack.query, ['status']))[0];

const oneRow = (what: string, condition: (row: Row) => boolean) =>
  eventually(what, async () => (await rows()).find(condition));

describe.each(DENOS)('a message that is accepted on the %s Deno', (deno) => {
  const worker = () => (deno === 'newest' ? first : second);

  test('reaches the company as one encrypted mail that reads well and links back', async () => {
    const response = await fetch(scriptRequest(worker().url));
    expect(response.status).toBe(200);
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

  test('by a form without script arrives the same way', async () => {
    const response = await fetch(formRequest(worker().url));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Mensagem Enviada!');
    const [mail] = await stack.smtp.waitForMails(1);
    expect(mail?.text).toContain('backup da loja');
  });

  test('twice, at the same moment, by two workers, is one row and one mail', async () => {
    const key = crypto.randomUUID();
    const submissions = [first, second, first, second].flatMap((target) => [
      fetch(scriptRequest(target.url, MESSAGE, { key, address: '192.0.2.1' })),
      fetch(formRequest(target.url, { ...MESSAGE, message: 'Sem script' })),
    ]);
    for (const { status } of await Promise.all(submissions)) expect(status).toBe(200);
    await stack.smtp.waitForMails(2);
    await retry(worker());
    expect(await rows()).toHaveLength(2);
    expect(stack.smtp.mails).toHaveLength(2);
  });

  test('with markup and line breaks where none belong cannot change the mail', async () => {
    const body = {
      ...MESSAGE,
      name: '=?utf-8?q?x?= <img src=x onerror=alert(1)> "Bcc: victim@example.org',
      message: `</p><script>alert(1)</script>\n.\nBcc: victim@example.org\n'); drop table contact_messages;--`,
    };
    expect((await fetch(scriptRequest(worker().url, body))).status).toBe(200);
    const [mail] = await stack.smtp.waitForMails(1);
    expect(mail?.to).toHaveLength(1);
    expect(mail?.bcc ?? []).toEqual([]);
    expect(mail?.subject).toContain('=?utf-8?q?x?= <img src=x onerror=alert(1)>');
    expect(mail?.html).not.toMatch(/<script|<img/);
    expect(mail?.text).toContain('\n.\nBcc: victim@example.org');
    expect(await rows()).toHaveLength(1);
  });

  test('that looks like spam is marked and still delivered', async () => {
    const fields = { ...MESSAGE, website: 'https://spam.example' };
    expect((await fetch(formRequest(worker().url, fields))).status).toBe(200);
    const [mail] = await stack.smtp.waitForMails(1);
    expect(mail?.subject).toMatch(/^\[suspeita\] /);
    expect(await rows()).toMatchObject([{ is_suspect: true }]);
  });
});

describe('when the mail server fails', () => {
  // The one that serves visitors.
  const deno = DENOS.at(-1);
  const worker = () => second;

  test.each([
    ['refuses connections', 'refuse-connection', /421|ECONNECTION|EPROTOCOL/],
    ['refuses for now', 'refuse-for-now', /451/],
    ['refuses for good', 'refuse-for-good', /550/],
    ['never answers', 'stall', /ETIMEDOUT|DEADLINE|ECONNECTION/],
    [
      'drops the connection in the middle of the mail',
      'drop-in-data',
      /ECONNECTION|ESOCKET|ECONNRESET/,
    ],
  ] as const)(
    'because it %s, the visitor is not kept waiting and the message goes out later',
    async (_what, behavior, code) => {
      stack.smtp.behavior = behavior;
      const startedAt = performance.now();
      expect((await fetch(scriptRequest(worker().url))).status).toBe(200);
      // The mail server's deadline is a second; the visitor's answer does not wait for it.
      expect(performance.now() - startedAt).toBeLessThan(5000);
      const failed = await oneRow('the failure to be counted', (row) => row.last_error !== null);
      expect(failed.last_error).toMatch(code);
      expect(failed.attempts).toBe(1);
      expect(failed.sent_at).toBeNull();

      stack.smtp.behavior = 'accept';
      await makeDue();
      expect(await retry(worker())).toMatchObject({ sent: 1 });
      expect(stack.smtp.mails).toHaveLength(1);
      expect(await rows()).toMatchObject([{ attempts: 2, last_error: null }]);
    },
  );

  test('after it has kept the mail, the second delivery has the same Message-ID', async () => {
    stack.smtp.behavior = 'drop-after-data';
    await fetch(scriptRequest(worker().url));
    await oneRow('the failure to be counted', (row) => row.last_error !== null);
    stack.smtp.behavior = 'accept';
    await makeDue();
    await retry(worker());
    const [kept, again] = stack.smtp.keptMails.map((mail) => mail.messageId);
    expect(kept).toBeDefined();
    expect(again).toBe(kept);
  });

  test('again and again, the waits grow, the message stays, and nothing can delete it', async () => {
    stack.smtp.behavior = 'refuse-for-now';
    await fetch(scriptRequest(worker().url));
    await oneRow('the first failure', (row) => row.last_error !== null);
    const waits: number[] = [];
    for (let attempt = 2; attempt <= 6; attempt += 1) {
      await makeDue();
      expect(await retry(worker())).toMatchObject({ failed: 1 });
      const [row] = await stack.query<{ wait: number; attempts: number }>(
        `select extract(epoch from next_attempt_at - now())::float8 as wait, attempts
         from public.contact_messages`,
      );
      expect(row?.attempts).toBe(attempt);
      waits.push(row?.wait ?? 0);
    }
    // Base 1 s in these tests: 2, 4, 8, 16, 32 seconds, give or take a fifth.
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThan(2 ** (index + 1) * 0.8 - 1);
      expect(wait).toBeLessThan(2 ** (index + 1) * 1.2);
    }
    expect(stack.logLines.some((line) => line.includes('"message_failing"'))).toBe(true);
    for (const statement of ['delete from', 'truncate']) {
      await expect(stack.query(`${statement} public.contact_messages`)).rejects.toThrow(
        /not been mailed yet/,
      );
    }
  });

  test('by confirming after its deadline, the mail goes out once', async () => {
    const patient = await stack.startFunction(
      { SMTP_ANSWER_SECONDS: '10', CONTACT_LEASE_SECONDS: '20' },
      deno,
    );
    stack.smtp.behavior = 'accept-late';
    stack.smtp.lateMs = 1500;
    expect((await fetch(scriptRequest(patient.url))).status).toBe(200);
    await eventually('the mail to be confirmed', async () => {
      const [row] = await rows();
      if (row?.sent_at != null) return true;
      // On a machine so busy that even connecting took too long, it is tried again.
      if (row?.last_error != null) await makeDue().then(() => retry(patient));
      return undefined;
    });
    expect(await retry(patient)).toMatchObject({ sent: 0, failed: 0 });
    expect(stack.smtp.keptMails).toHaveLength(1);
  });

  test.each([
    ['by refusing for good', 'refuse-for-good', 0],
    ['by never saying whether it took the mail', 'drop-after-data', 5],
  ] as const)(
    '%s, it is asked five times, the message is parked, and one replay sends it',
    async (_what, behavior, copies) => {
      stack.smtp.behavior = behavior;
      await fetch(scriptRequest(worker().url));
      await oneRow('the first failure', (row) => row.last_error !== null);
      const [first] = await stack.query<{ wait: number }>(
        `select extract(epoch from next_attempt_at - now())::float8 as wait
         from public.contact_messages`,
      );
      // Fifteen times as long as after a failure that is surely one.
      expect(first?.wait).toBeGreaterThan(11);
      for (let attempt = 2; attempt <= 7; attempt += 1) {
        await makeDue();
        expect(await retry(worker())).toMatchObject({ failed: attempt <= 5 ? 1 : 0 });
      }
      expect(stack.smtp.keptMails).toHaveLength(copies);
      expect(new Set(stack.smtp.keptMails.map((mail) => mail.messageId)).size).toBeLessThan(2);
      expect(await status()).toMatchObject({ parked: 1, pending: 0 });

      stack.smtp.behavior = 'accept';
      await runCommand(stack.query, ['replay']);
      expect(await retry(worker())).toMatchObject({ sent: 1 });
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

  const startWith = (change: Record<string, string>) => {
    smtp.events.length = 0;
    const server = {
      SMTP_PORT: String(smtp.port),
      SMTP_SECURITY: 'starttls',
      SMTP_TLS_CA: smtp.ca,
    };
    return stack.startFunction({ ...server, ...change }, deno);
  };

  test('gets the password only once the connection is encrypted', async () => {
    const target = await startWith({});
    expect((await fetch(scriptRequest(target.url))).status).toBe(200);
    await smtp.waitForMails(1);
    expect(smtp.events.filter((event) => event.startsWith('auth'))).toEqual(['auth-encrypted']);
  });

  test('whose certificate nobody vouches for gets neither password nor mail', async () => {
    const target = await startWith({ SMTP_TLS_CA: '' });
    expect((await fetch(scriptRequest(target.url))).status).toBe(200);
    const failed = await oneRow('the failure to be counted', (row) => row.last_error !== null);
    expect(failed.last_error).toMatch(/^[A-Z_]+$/);
    expect(smtp.events.filter((event) => event.startsWith('auth') || event === 'mail')).toEqual([]);
  });

  test('that refuses the password leaves the message pending, with the code it gave', async () => {
    const target = await startWith({ SMTP_PASSWORD: 'wrong' });
    expect((await fetch(scriptRequest(target.url))).status).toBe(200);
    const failed = await oneRow('the failure to be counted', (row) => row.last_error !== null);
    expect(failed.last_error).toBe('535');
    expect(smtp.events).not.toContain('mail');
  });
});

describe('several workers', () => {
  test('share the pending messages and mail each of them once', async () => {
    await stack.query(
      `insert into public.contact_messages (idempotency_key, message_id, name, phone, message)
       select encode(sha256(i::text::bytea), 'hex'), '<' || i || '@araucaria.example>', 'N', '49988887777', 'M'
       from generate_series(1, 60) i`,
    );
    const runs = await Promise.all([retry(first), retry(second), retry(first), retry(second)]);
    expect(runs.reduce((sum, run) => sum + run.sent, 0)).toBe(60);
    expect(stack.smtp.keptMails).toHaveLength(60);
    expect(new Set(stack.smtp.keptMails.map((mail) => mail.messageId)).size).toBe(60);
  });

  test('take over from one that is killed in the middle of a mail', async () => {
    const doomed = await stack.startFunction();
    stack.smtp.behavior = 'stall';
    expect((await fetch(scriptRequest(doomed.url))).status).toBe(200);
    await stack.smtp.waitForEvent('stall');
    await doomed.kill('SIGKILL');
    stack.smtp.behavior = 'accept';
    expect(await retry()).toMatchObject({ sent: 0 });
    // The lease is four seconds in these tests.
    await eventually('another worker to mail it', async () =>
      (await retry()).sent === 1 ? true : undefined,
    );
    expect(stack.smtp.mails).toHaveLength(1);
  });
});

describe('when the database goes away', () => {
  test('messages are mailed directly, and stored again once it is back', async () => {
    await stack.database.crash();
    try {
      const direct = await fetch(scriptRequest(first.url));
      expect(direct.status).toBe(200);
      expect(stack.smtp.mails).toHaveLength(1);

      stack.smtp.behavior = 'refuse-connection';
      const refused = await fetch(scriptRequest(first.url, { ...MESSAGE, message: 'Outra' }));
      expect(refused.status).toBe(503);
      expect((await fetch(retryRequest(first.url))).status).toBe(503);
    } finally {
      await stack.database.restart();
    }
    stack.smtp.behavior = 'accept';
    const stored = await fetch(scriptRequest(first.url, { ...MESSAGE, message: 'De volta' }));
    expect(stored.status).toBe(200);
    expect(await rows()).toHaveLength(1);
    await eventually('the direct mail to be counted', async () =>
      (await status())?.['direct_mails_last_day'] === 0 ? undefined : true,
    );
  });

  test('and the visitor sends again when it is back, both mails have one Message-ID', async () => {
    const key = crypto.randomUUID();
    await stack.database.crash();
    try {
      expect((await fetch(scriptRequest(first.url, MESSAGE, { key }))).status).toBe(200);
    } finally {
      await stack.database.restart();
    }
    expect((await fetch(scriptRequest(second.url, MESSAGE, { key }))).status).toBe(200);
    const mails = await stack.smtp.waitForMails(2);
    expect(mails[0]?.messageId).toBe(mails[1]?.messageId);
  });
});

describe('rate limits', () => {
  test('hold across workers, for one visitor at once, and let the neighbours through', async () => {
    const [third, fourth] = await Promise.all([
      stack.startFunction({ CONTACT_RATE_VISITOR_PER_HOUR: '5' }),
      stack.startFunction({ CONTACT_RATE_VISITOR_PER_HOUR: '5' }),
    ]);
    const statuses = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const target = index % 2 === 0 ? third : fourth;
        const body = { ...MESSAGE, message: `Mensagem ${index}` };
        const response = await fetch(scriptRequest(target.url, body, { address: '198.51.100.1' }));
        if (response.status === 429) {
          expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3500);
        }
        return response.status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(11);
    const neighbour = await fetch(scriptRequest(third.url, MESSAGE, { address: '198.51.100.2' }));
    expect(neighbour.status).toBe(200);
    expect(await rows()).toHaveLength(6);
  });

  test('in total hold up mails, not messages: a flood does not silence who comes after it', async () => {
    const limits = { CONTACT_RATE_TOTAL_PER_HOUR: '20', CONTACT_RATE_VISITOR_PER_HOUR: '6' };
    const [third, fourth] = await Promise.all([
      stack.startFunction(limits),
      stack.startFunction(limits, DENOS.at(-1)),
    ]);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const target = index % 2 === 0 ? third : fourth;
        const body = { ...MESSAGE, message: `Enxurrada ${index}` };
        const address = `198.51.100.${index % 5}`;
        return (await fetch(scriptRequest(target.url, body, { address }))).status;
      }),
    );
    expect(statuses.filter((one) => one === 200)).toHaveLength(30);
    const customer = await fetch(scriptRequest(third.url, { ...MESSAGE, name: 'Cliente' }));
    expect(customer.status).toBe(200);
    await oneRow('the customer’s mail', (row) => row.name === 'Cliente' && row.sent_at !== null);
    // The first three of each visitor, and the customer's.
    await eventually('all that may go out to go out', async () => {
      await Promise.all([retry(third), retry(fourth)]);
      return stack.smtp.mails.length >= 16 ? true : undefined;
    });
    for (let run = 0; run < 3; run += 1) await Promise.all([retry(third), retry(fourth)]);
    expect(await rows()).toHaveLength(31);
    expect(stack.smtp.mails.length).toBeLessThanOrEqual(20);
    expect(await status()).toMatchObject({ limited_last_day: 10 });

    await stack.query(
      `update public.contact_messages set sent_at = sent_at - interval '61 min' where sent_at is not null`,
    );
    await retry(third);
    expect(stack.smtp.mails.length).toBeGreaterThan(20);
  });

  test('let everyone through again after an hour', async () => {
    const limited = await stack.startFunction({ CONTACT_RATE_VISITOR_PER_HOUR: '1' });
    const send = async (message: string) =>
      (
        await fetch(
          scriptRequest(limited.url, { ...MESSAGE, message }, { address: '198.51.100.9' }),
        )
      ).status;
    expect([await send('a'), await send('b')]).toEqual([200, 429]);
    await stack.query(
      `update contact_private.rate_events set created_at = now() - interval '61 min'`,
    );
    expect(await send('b')).toBe(200);
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
  expect(await retry()).toMatchObject({ deleted: 1 });
  expect((await rows()).map((row) => row.name)).toEqual(['young', 'unsent']);
});

test('a settings mistake ends the start with one clear line for each, and shows no value', async () => {
  const start = stack.startFunction({
    SMTP_PASSWORD: '',
    SMTP_PORT: 'forty',
    CONTACT_RETRY_SECRET: 'short',
    SITE_URL: 'araucaria',
  });
  await expect(start).rejects.toThrow(/SMTP_PASSWORD is missing/);
  const { message } = (await start.catch((error: unknown) => error)) as Error;
  const lines = message.split('\n').filter((line) => line.startsWith('send-contact-email: '));
  expect(lines.map((line) => line.split(' ')[1]).sort()).toEqual([
    'CONTACT_RETRY_SECRET',
    'SITE_URL',
    'SMTP_PASSWORD',
    'SMTP_PORT',
  ]);
  expect(message).not.toMatch(/forty|short/);
});

describe.each(DENOS)('a mail server with several addresses, on the %s Deno,', (deno) => {
  test.each(['tls', 'starttls'] as const)(
    'is reached by %s at the one that answers, whether another refuses or stays silent',
    async (security) => {
      const server = await startMailbox(security);
      const smtp = {
        host: 'localhost',
        port: server.port,
        security,
        auth: { user: SMTP_USER, pass: SMTP_PASSWORD },
        clientName: 'a.example',
        ca: server.ca,
        deadlineMs: 3000,
        answerMs: 1000,
      };
      const send = () =>
        promisify(execFile)(
          denoBinary(deno),
          [
            ...['run', '--config=deno.json', '--node-modules-dir=manual', '--cached-only'],
            ...['--no-lock', '--no-check', '--allow-all'],
            join(import.meta.dirname, 'support/send-at.ts'),
            JSON.stringify({ addresses: ['::1', '127.0.0.1'], smtp }),
          ],
          { cwd: join(import.meta.dirname, '../../supabase/functions/send-contact-email') },
        );
      await send();
      expect(server.mails).toHaveLength(1);

      const silent = createServer();
      await new Promise<void>((resolve) => silent.listen(server.port, '::1', resolve));
      await send();
      expect(server.mails).toHaveLength(2);
      expect(server.events.filter((event) => event === 'auth-in-clear')).toEqual([]);
      silent.close();
      await server.stop();
    },
  );
});
