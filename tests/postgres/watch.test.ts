// The hourly watch of .github/workflows/contact.yml, with a mock of GitHub's command line.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';

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
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What the watch does on GitHub after this answer, if it has this issue open. */
async function watch(answer: string | undefined, openIssue: string): Promise<string> {
  const answerFile = join(folder, 'answer');
  rmSync(answerFile, { force: true });
  if (answer !== undefined) writeFileSync(answerFile, answer);
  writeFileSync(join(folder, 'open'), openIssue);
  writeFileSync(log, '');
  const PATH = `${folder}:${process.env['PATH'] ?? ''}`;
  const env = { ...step?.env, PATH, URL: `file://${answerFile}`, PAUSE_SECONDS: '0' };
  await promisify(execFile)('bash', ['--norc', '-e', '-c', step?.run ?? 'false'], { env });
  return readFileSync(log, 'utf8');
}

test.each([
  ['{"status":"fail","output":"database"}', 'O banco de dados não responde'],
  ['{"status":"fail","output":"mail, overdue"}', 'A senha mudou?'],
  ['{"status":"fail","output":"schedule"}', 'não são enviadas de novo'],
  ['{"status":"fail","output":"address, retention"}', 'o limite por visitante não vale'],
  ['{"status":"fail","output":"stuck, address"}', 'não chegaram à caixa de entrada'],
  ['{"status":"fail","output":"schema"}', 'a função é mais nova que o banco'],
  ['{"status":"fail","output":"retention"}', 'não são apagadas no prazo'],
  ['<h1>Project paused</h1>', 'pode estar pausado ou apagado'],
])('a manager reads what %s means, in one issue', async (answer, sentence) => {
  const done = await watch(answer, '');
  expect(done).toContain('issue create --title O formulário de contato precisa de atenção');
  expect(done).toContain(sentence);
  expect(await watch(answer, '7')).toBe('');
});

test('a manager is told of dead DNS too, and that all is well again', async () => {
  expect(await watch(undefined, '')).toMatch(/Resposta de .*: `nenhuma`/);
  const pass = '{"status":"pass"}';
  expect(await watch(pass, '')).toBe('');
  expect(await watch(pass, '7')).toContain('issue close 7 --comment O formulário voltou');
});
