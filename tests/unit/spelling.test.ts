import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { sharedContentCopy } from './support/content-copy.ts';

const content = sharedContentCopy();

/** What `npm run check:spelling` says of a folder of content. */
function checkSpelling() {
  const globs = [`${content.root}/**/*.{md,json}`];
  const command = ['scripts/check-spelling.ts', '--root', content.root, '--config', 'cspell.json'];
  const { status, stdout } = spawnSync('node', [...command, ...globs], { encoding: 'utf8' });
  return { status, stdout };
}

/** The dictionary takes its time to find what was meant. */
const TIMEOUT_MS = 60_000;

test(
  'an editor who looks for typos is told the file, the line, the word and what was meant',
  { timeout: TIMEOUT_MS },
  () => {
    expect(checkSpelling()).toEqual({
      status: 0,
      stdout: 'O dicionário conhece todas as palavras.\n',
    });

    content.replace('plans/tecnologia.md', 'Sob Consulta', 'Peça um orcamento');
    const { status, stdout } = checkSpelling();
    expect(status).toBe(1);
    expect(stdout).toContain(
      'tecnologia.md, linha 15: “orcamento” não está no dicionário. orçamento',
    );
    expect(stdout).toContain('acrescente-a a cspell-words.txt');
  },
);
