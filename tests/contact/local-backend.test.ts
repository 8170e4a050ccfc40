import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import PostalMime from 'postal-mime';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

import { startLocalBackend, type LocalBackend } from '../../local/backend.ts';
import { WAIT } from './support/mailbox.ts';
import { FROM_EMAIL, MESSAGE, scriptRequest, TO_EMAIL } from './support/submissions.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'contact-'));
const running: LocalBackend[] = [];
const announced: string[] = [];
const COMPANY = {
  name: 'Araucária Digital',
  phones: [{ number: '(49) 90000-0000', whatsapp: true }],
  toEmail: TO_EMAIL,
  fromEmail: FROM_EMAIL,
};

async function start({ port = 0, company = COMPANY } = {}): Promise<LocalBackend> {
  const backend = await startLocalBackend({
    siteUrls: ['http://localhost:4321', 'http://127.0.0.1:4321'],
    company,
    dataFolder,
    port,
    announce: (line) => announced.push(line),
    retryIntervalMs: 100,
  });
  running.push(backend);
  return backend;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((backend) => backend.stop()));
});
afterAll(() => {
  rmSync(dataFolder, { recursive: true, force: true });
});

test('a newcomer sends a message, reads the mail as a file, and finds the message after a restart', async () => {
  const backend = await start();
  const origin = 'http://127.0.0.1:4321';
  expect((await fetch(scriptRequest(backend.url, MESSAGE, { origin }))).status).toBe(200);
  await vi.waitUntil(() => announced.find((one) => /^Mail: .*\.eml$/.test(one)), WAIT);
  const [file] = readdirSync(backend.mailFolder);
  const mail = await PostalMime.parse(readFileSync(join(backend.mailFolder, file ?? '')));
  expect(mail.subject).toBe('Mensagem do site: Joana Müller');
  await backend.stop();
  expect(await backend.ended).toBeUndefined();

  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
  const { port } = squatter.address() as { port: number };
  // A port that is taken is no obstacle.
  const again = await start({ port });
  squatter.close();
  expect(await again.query('select from public.contact_messages')).toHaveLength(1);
  await expect(start()).rejects.toThrow(/in use by process \d+/);

  // What is left pending goes out by the timer.
  await again.query(
    'update public.contact_messages set sent_at = null, is_claimed = false, next_attempt_at = now()',
  );
  await vi.waitUntil(() => readdirSync(again.mailFolder).length === 2, WAIT);

  process.kill(again.functionProcessId, 'SIGKILL');
  expect((await again.ended)?.message).toContain('The contact function went down');
});

test('each setting that is wrong is named without its value, and nothing is left running', async () => {
  const company = { ...COMPANY, name: 'A <b@c.example>', toEmail: 'forty' };
  const error = await start({ company }).catch((reason: unknown) => String(reason));
  expect(error).toContain('send-contact-email: CONTACT_COMPANY_NAME is malformed');
  expect(error).toContain('send-contact-email: CONTACT_TO_EMAIL is malformed');
  expect(error).not.toMatch(/forty|c\.example/);
  expect(existsSync(join(dataFolder, 'database.lock'))).toBe(false);
});
