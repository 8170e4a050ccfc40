import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import PostalMime from 'postal-mime';
import { afterAll, afterEach, expect, test } from 'vitest';

import { startLocalBackend, type LocalBackend } from '../../local/backend.ts';
import { eventually } from './support/eventually.ts';
import {
  formRequest,
  FROM_EMAIL,
  MESSAGE,
  scriptRequest,
  TO_EMAIL,
} from './support/submissions.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'contact-'));
const running: LocalBackend[] = [];
const announced: string[] = [];
const SITE = 'http://localhost:4321';
const COMPANY = {
  name: 'Araucária Digital',
  phones: [{ number: '(49) 90000-0000', whatsapp: true }],
  toEmail: TO_EMAIL,
  fromEmail: FROM_EMAIL,
};

async function start(options: Partial<Parameters<typeof startLocalBackend>[0]> = {}) {
  const backend = await startLocalBackend({
    siteUrls: [SITE, 'http://127.0.0.1:4321'],
    company: COMPANY,
    dataFolder,
    port: 0,
    announce: (line) => announced.push(line),
    retryIntervalMs: 100,
    ...options,
  });
  running.push(backend);
  return backend;
}

const untilSent = (backend: LocalBackend, name: string) =>
  eventually('the message to be marked as sent', async () => {
    const sent = 'select from public.contact_messages where name = $1 and sent_at is not null';
    return (await backend.query(sent, [name])).length === 1;
  });

afterEach(async () => {
  await Promise.all(running.splice(0).map((backend) => backend.stop()));
});
afterAll(() => {
  rmSync(dataFolder, { recursive: true, force: true });
});

test('a newcomer sends a message, reads the mail as a file, and finds the message after a restart', async () => {
  const backend = await start();
  const sent = await fetch(
    scriptRequest(backend.url, MESSAGE, { origin: 'http://127.0.0.1:4321' }),
  );
  expect(sent.status).toBe(200);
  const line = await eventually('the mail to be announced', () =>
    announced.find((one) => one.startsWith('Mail: ')),
  );
  expect(line).toMatch(/\.eml$/);
  const [file] = readdirSync(backend.mailFolder);
  const mail = await PostalMime.parse(readFileSync(join(backend.mailFolder, file ?? '')));
  expect(mail.subject).toBe('Mensagem do site: Joana Müller');
  await untilSent(backend, MESSAGE.name);
  await backend.stop();
  expect(await backend.ended).toBeUndefined();

  const again = await start();
  const native = await fetch(
    formRequest(again.url, { ...MESSAGE, message: 'Outra' }, { origin: SITE }),
  );
  expect(await native.text()).toContain('Mensagem Enviada!');
  expect(await again.query('select from public.contact_messages')).toHaveLength(2);

  await expect(start()).rejects.toThrow(/in use by process \d+/);
}, 60_000);

test('a port that is taken is no obstacle, and what is left pending goes out by the timer', async () => {
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
  const { port } = squatter.address() as { port: number };
  try {
    const backend = await start({ port });
    expect(new URL(backend.url).port).not.toBe(String(port));
    await backend.query(
      `insert into public.contact_messages (idempotency_key, message_id, name, phone, message)
       values (repeat('b', 64), '<timer@araucaria.example>', 'Timer', '49988887777', 'M')`,
    );
    await untilSent(backend, 'Timer');

    // A part that goes down is named, and the rest ends with it.
    process.kill(backend.functionProcessId, 'SIGKILL');
    expect((await backend.ended)?.message).toContain('The contact function went down');
    await expect(fetch(backend.url)).rejects.toThrow();
  } finally {
    squatter.close();
  }
}, 60_000);

test('each setting that is wrong is named without its value, and nothing is left running', async () => {
  const environment = { CONTACT_RETRY_SECRET: 'short', SMTP_PORT: 'forty' };
  const error = await start({ environment }).catch((reason: unknown) => String(reason));
  expect(error).toContain('send-contact-email: CONTACT_RETRY_SECRET is malformed');
  expect(error).toContain('send-contact-email: SMTP_PORT is malformed');
  expect(error).not.toMatch(/forty|short/);
  expect(existsSync(join(dataFolder, 'database.lock'))).toBe(false);
}, 60_000);
