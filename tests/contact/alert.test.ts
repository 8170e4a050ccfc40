// What an operator hears of: the webhook is a server on loopback, and so is the mailbox.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, expect, test } from 'vitest';

import { createAlerter } from '../../supabase/functions/send-contact-email/alert.ts';
import { useStack } from './support/stack.ts';
import { FROM_EMAIL, retryRequest, TO_EMAIL } from './support/submissions.ts';

const posts: string[] = [];
let status = 200;
const server = createServer((request, response) => {
  void Array.fromAsync(request, String).then((chunks) => {
    posts.push((JSON.parse(chunks.join('')) as { text: string }).text);
    response.writeHead(status).end();
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());
const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`;
const stack = await useStack();

test('an operator is told once an hour by one instance, however much goes wrong', async () => {
  let now = new Date('2026-03-02T12:00:00Z');
  const logs: string[] = [];
  const mail = { toEmail: TO_EMAIL, fromEmail: FROM_EMAIL, companyName: 'Araucária Digital' };
  const alerter = createAlerter({
    config: { ...mail, alertWebhook: webhook, alertEmail: undefined },
    openSession: () => Promise.reject(new Error('no mail here')),
    log: (_level, event) => logs.push(event),
    now: () => now,
  });
  await alerter.send('the database does not answer');
  await alerter.send('the database does not answer');
  expect(posts).toEqual([
    'Contact form of Araucária Digital: the database does not answer. See docs/contact.md.',
  ]);
  expect(logs).toEqual(['alert', 'alert']);

  now = new Date(now.getTime() + 60 * 60 * 1000);
  status = 500;
  await alerter.send('the database does not answer');
  status = 200;
  expect(posts).toHaveLength(2);
  expect(logs.at(-1)).toBe('alert_failed');
  posts.length = 0;
});

test('an operator hears of overdue and parked messages by webhook and mail, without a word of them', async () => {
  const settings = { CONTACT_ALERT_WEBHOOK: webhook, CONTACT_ALERT_EMAIL: 'op@a.example' };
  const [first, second, third] = await Promise.all(
    [1, 2, 3].map(() => stack.startFunction(settings)),
  );
  await stack.query(`
    insert into public.contact_messages
      (idempotency_key, message_id, name, phone, message, created_at, parked_at, next_attempt_at)
    select encode(sha256(name::bytea), 'hex'), name, name, '49988887777', 'segredo',
      now() - interval '2 hours', parked_at, now() + interval '1 day'
    from (values ('Joana', null), ('Ana', now())) as given (name, parked_at)`);
  const run = async (worker = first) => {
    expect((await fetch(retryRequest(worker?.url ?? ''))).status).toBe(200);
  };
  await Promise.all([run(first), run(second)]);
  await run();
  expect(posts).toEqual([
    'Contact form of Araucária Digital: overdue messages: 1, parked messages: 1. See docs/contact.md.',
  ]);
  const [mail] = await stack.smtp.waitForMails(1);
  expect(mail?.to?.[0]?.address).toBe('op@a.example');
  expect(mail?.text).toContain('parked messages: 1');
  expect(JSON.stringify([posts, stack.smtp.mails])).not.toMatch(/Joana|98888|segredo/);

  // The same again only after a day; something else after an hour.
  await stack.query(`update contact_private.job set alerted_at = now() - interval '2 hours'`);
  await run(second);
  expect(posts).toHaveLength(1);
  await stack.query(`update public.contact_messages set parked_at = now()`);
  await run(third);
  expect(posts[1]).toContain('parked messages: 2');
});

test('an operator sees when the job and its daily self-test last ran, and the test in the mailbox', async () => {
  const worker = await stack.startFunction();
  await stack.query('update contact_private.job set self_tested_at = null');
  for (let run = 0; run < 2; run += 1) await (await fetch(retryRequest(worker.url))).text();
  const mails = await stack.smtp.waitForMails(1);
  expect(mails.map((mail) => mail.subject)).toEqual(['[teste] Mensagem do site: Teste automático']);
  const [row] = await stack.query<Record<string, Date | null>>(
    'select job_ran_at, self_tested_at, last_sent_at from contact_private.status',
  );
  expect(Object.values(row ?? {})).toEqual([expect.any(Date), expect.any(Date), expect.any(Date)]);
});
