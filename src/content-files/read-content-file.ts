import { readFileSync } from 'node:fs';
import { cleanText } from '../schemas/clean-text.ts';
import type { ContentFile, FileIssue } from './content-file.ts';
import { parseJsonFile, parseMarkdownFile } from './parse.ts';
import { lineAt, quoteLine } from './quote.ts';

function decode(bytes: Buffer): string | FileIssue {
  const text = bytes.toString('utf8');
  // Another encoding leaves replacement characters or, as UTF-16 does, zeros.
  const offset = text.search(/[\uFFFD\0]/);
  if (offset === -1) return text;
  const line = lineAt(text, offset);
  return {
    line,
    expected: 'um arquivo salvo como UTF-8',
    found: `outra codificação: ${quoteLine(text, line)}`,
    advice: 'No editor de textos, use “Salvar como” e escolha a codificação UTF-8.',
  };
}

function readText(path: string): string | FileIssue {
  try {
    return decode(readFileSync(path));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const found = code === 'ENOENT' ? 'nada: ele não existe' : `algo que não dá para ler (${code})`;
    return { expected: 'um arquivo de texto', found };
  }
}

/** Reads a file with the repairs of `cleanText`. */
export function readContentFile(path: string): ContentFile {
  const text = readText(path);
  if (typeof text !== 'string') {
    return { data: undefined, issues: [text], lineOf: () => text.line };
  }
  return path.endsWith('.md') ? parseMarkdownFile(cleanText(text)) : parseJsonFile(cleanText(text));
}
