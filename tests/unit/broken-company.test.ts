/** A developer with a broken `company.json` reads what to fix, whichever command reads it first. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'company-'));
mkdirSync(join(folder, 'src/content'), { recursive: true });
const company = join(folder, 'src/content/company.json');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function run(script: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(script), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], SITE_URL: 'https://www.empresa.com.br' },
  });
  expect(status).toBe(1);
  return stdout + stderr;
}

const BROKEN = `Há 1 erro no conteúdo:

src/content/company.json, linha 2
  Esperado: uma vírgula entre este valor e o próximo
  Encontrado: “"name": "Empresa"”`;

test.each([
  ['npm start', 'scripts/start.ts', []],
  ['npm run dev', 'scripts/start.ts', ['--dev']],
  ['npm run contact:env', 'scripts/contact/env.ts', []],
])('%s', (_command, script, args) => {
  writeFileSync(company, '{\n  "name": "Empresa"\n  "email": "a@b.example"\n}\n');
  expect(run(script, ...args)).toContain(BROKEN);
  rmSync(company);
  expect(run(script, ...args)).toContain('Encontrado: nada: ele não existe');
});
