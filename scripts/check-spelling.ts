/**
 * `npm run check:spelling` lists words of the content that the dictionary does not know. Neither tests nor
 * deployment run it: an editor's new word must not block publishing.
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
