import { afterAll, beforeAll, expect, test } from 'vitest';

import { eventually, startStack, type TestStack } from './support/stack.ts';
import { scriptRequest } from './support/submissions.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack('starttls');
}, 60_000);
afterAll(() => stack.stop());

const lastError = () =>
  eventually('the failure to be counted', async () => {
    const [row] = await stack.query<{ last_error: string | null }>(
      'select last_error from public.contact_messages where last_error is not null',
    );
    return row?.last_error ?? undefined;
  });

test('a server that offers STARTTLS gets the password only once the line is encrypted', async () => {
  const target = await stack.startFunction();
  expect((await fetch(scriptRequest(target.url))).status).toBe(200);
  await stack.smtp.waitForMails(1);
  expect(stack.smtp.events.filter((event) => event.startsWith('auth'))).toEqual(['auth-encrypted']);
});

test('a server whose certificate nobody vouches for gets neither password nor mail', async () => {
  await stack.reset();
  const target = await stack.startFunction({ SMTP_TLS_CA: '' });
  expect((await fetch(scriptRequest(target.url))).status).toBe(200);
  expect(await lastError()).toMatch(/^[A-Z_]+$/);
  expect(stack.smtp.events.filter((event) => event.startsWith('auth'))).toEqual([]);
  expect(stack.smtp.mails).toEqual([]);
});

test('a wrong password leaves the message pending with the code of the refusal', async () => {
  await stack.reset();
  const target = await stack.startFunction({ SMTP_PASSWORD: 'wrong' });
  expect((await fetch(scriptRequest(target.url))).status).toBe(200);
  expect(await lastError()).toBe('535');
  expect(stack.smtp.mails).toEqual([]);
});
