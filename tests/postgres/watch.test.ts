// The hourly watch of .github/workflows/contact.yml, with a mock of GitHub's command line.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';

import { listen } from '../../local/listen.ts';

interface Workflow {
  jobs: { health: { steps: { run: string; env: Record<string, string> }[] } };
}

const file = join(import.meta.dirname, '../../.github/workflows/contact.yml');
const [step] = (parse(readFileSync(file, 'utf8')) as Workflow).jobs.health.steps;
const folder = mkdtempSync(join(tmpdir(), 'contact-watch-'));
const log = join(folder, 'log');
writeFileSync(
  join(folder, 'gh'),
  `#!/bin/bash\nif [[ $2 == list ]]; then cat ${folder}/open; else echo "$@" >> ${log}; fi\n`,
  { mode: 0o755 },
);
let health = '';
const site = createServer((_request, response) => response.end(health));
const URL = `http://127.0.0.1:${await listen(site)}`;
afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true });
});

/** What the watch does on GitHub, if it has this issue open. */
async function watch(openIssue: string, url = URL): Promise<string> {
  writeFileSync(join(folder, 'open'), openIssue);
  rmSync(log, { force: true });
  const PATH = `${folder}:${process.env['PATH'] ?? ''}`;
  const env = { ...step?.env, PATH, URL: url, PAUSE_SECONDS: '0' };
  await promisify(execFile)('bash', ['--norc', '-e', '-c', step?.run ?? 'false'], { env });
  return existsSync(log) ? readFileSync(log, 'utf8') : '';
}

test.each([
  ['{"status":"fail","output":"database"}', 'O banco de dados não responde'],
  ['{"status":"fail","output":"mail, overdue"}', 'A senha mudou?'],
  ['{"status":"fail","output":"schedule"}', 'não são enviadas de novo'],
  ['{"status":"fail","output":"address","settings":"a"}', 'o limite por visitante não vale'],
  ['{"status":"fail","output":"stuck"}', 'não chegaram à caixa de entrada'],
  ['<h1>Project paused</h1>', 'pode estar pausado ou apagado'],
])('a manager reads what %s means, in one issue', async (answer, sentence) => {
  health = answer;
  const done = await watch('');
  expect(done).toContain('issue create --title O formulário de contato precisa de atenção');
  expect(done).toContain(sentence);
  expect(await watch('7')).toBe('');
});

test('a manager is told of dead DNS too, and that all is well again', async () => {
  expect(await watch('', 'http://127.0.0.1:9')).toContain(
    'Resposta de http://127.0.0.1:9: `nenhuma`',
  );
  health = '{"status":"pass"}';
  expect(await watch('')).toBe('');
  expect(await watch('7')).toContain('issue close 7 --comment O formulário voltou');
});
