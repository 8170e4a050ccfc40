import { WORD_LIST, type Misspelling } from './misspellings.ts';

function block({ file, line, label, word, suggestions }: Misspelling, folder: string): string {
  return [
    `${folder}/${file}${line === undefined ? '' : `, linha ${line}`}`,
    ...(label === undefined ? [] : [`  Campo: “${label}”`]),
    `  Palavra: “${word}”`,
    ...(suggestions.length === 0 ? [] : [`  Sugestões: ${suggestions.join(', ')}`]),
  ].join('\n');
}

/** What somebody who proofreads the content reads: each unknown word with its place. */
export function spellingReport(found: readonly Misspelling[], folder = 'src/content'): string {
  const title =
    found.length === 1
      ? 'Há 1 palavra que o dicionário não conhece:'
      : `Há ${found.length} palavras que o dicionário não conhece:`;
  const way = `Se uma delas está certa, como o nome de um produto, acrescente-a a ${WORD_LIST}.`;
  return [title, ...found.map((it) => block(it, folder)), way].join('\n\n');
}
