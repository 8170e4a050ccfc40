import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, onTestFinished, test, vi } from 'vitest';

import { startLocalBackend, type LocalBackendOptions } from '../../local/backend.ts';
import { listen } from '../../local/listen.ts';
import COMPANY from '../content/company.json' with { type: 'json' };
import { WAIT } from './support/mailbox.ts';
import { MESSAGE, scriptRequest } from '../support/submissions.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'contact-'));
const announced: string[] = [];

async function start(change: Partial<LocalBackendOptions> = {}) {
  const backend = await startLocalBackend({
    siteUrls: ['http://localhost:4321', 'http://127.0.0.1:4321'],
    // A name that mail headers need to encode.
    company: { ...COMPANY, name: 'Oficina "Tech"' },
    dataFolder,
    port: 0,
    announce: (line) => announced.push(line),
    jobIntervalMs: 100,
    ...change,
  });
  onTestFinished(() => backend.stop());
  return backend;
}

afterAll(() => {
  rmSync(dataFolder, { recursive: true, force: true });
});

test('a newcomer sends a message, is told which file has its mail, and finds the message after a restart', async () => {
  const backend = await start();
  const { toEmail, fromEmail } = COMPANY;
  const origin = 'http://127.0.0.1:4321';
  const request = scriptRequest(backend.url, { ...MESSAGE, toEmail, fromEmail }, { origin });
  expect((await fetch(request)).status).toBe(200);
  await vi.waitUntil(() => announced.find((one) => /^Mail: .*\.eml$/.test(one)), WAIT);
  await backend.stop();
  expect(await backend.ended).toBeUndefined();

  const squatter = createServer();
  // Falls back to another port when one is taken.
  const again = await start({ port: await listen(squatter) });
  squatter.close();
  expect(await again.query('select from public.contact_messages')).toHaveLength(1);
  await expect(start()).rejects.toThrow(/in use by process \d+/);

  // The timer sends what is left pending.
  await again.query('update public.contact_messages set sent_at = null, next_attempt_at = now()');
  await vi.waitUntil(() => readdirSync(again.mailFolder).length === 2, WAIT);

  process.kill(again.functionProcessId, 'SIGKILL');
  expect((await again.ended)?.message).toContain('The contact function stopped');
});

test('a newcomer reads the name of each wrong setting, but not its value, and nothing is left running', async () => {
  const company = { ...COMPANY, fromEmail: 'A <b@c.example>', toEmail: 'forty' };
  const error = await start({ company }).catch((reason: unknown) => String(reason));
  expect(error).toContain('send-contact-email: CONTACT_FROM_EMAIL is malformed');
  expect(error).toContain('send-contact-email: CONTACT_TO_EMAIL is malformed');
  expect(error).not.toMatch(/forty|c\.example/);
  expect(existsSync(join(dataFolder, 'database.lock'))).toBe(false);
});
