/**
 * `npm run check:spelling`: words of the content that the dictionary does not know. No step of the
 * tests or of publishing: an editor's new word must not hold back the site.
 */
import { spawnSync } from 'node:child_process';

const ISSUE = '$filename, linha $row: “$text” não está no dicionário. $suggestions';

const options = ['--no-progress', '--no-summary', '--show-suggestions', '--issue-template', ISSUE];
const { status } = spawnSync('cspell', [...options, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
console.log(
  status === 0
    ? 'O dicionário conhece todas as palavras.'
    : '\nSe uma delas está certa, como o nome de um produto, acrescente-a a cspell-words.txt.',
);
process.exitCode = status ?? 1;
