import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { sharedContentCopy } from './support/content-copy.ts';

const content = sharedContentCopy();

test('an editor who checks spelling sees the file, the line, the word and a suggestion', () => {
  content.replace('plans/tecnologia.md', 'Sob Consulta', 'Peça um orcamento');
  const files = `${content.root}/**/*.{md,json}`;
  const args = ['--root', content.root, '--config', 'cspell.json', files];
  const { status, stdout } = spawnSync('node', ['scripts/check-spelling.ts', ...args], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  // The dictionary knows every other word of the content.
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(
      /^plans\/tecnologia\.md, linha \d+: “orcamento” não está no dicionário\. orçamento/,
    ),
    '',
    expect.stringContaining('acrescente-a a cspell-words.txt'),
  ]);
});
