import { readFileSync } from 'node:fs';
import { cleanText } from '../schemas/clean-text.ts';
import { parseJsonFile, parseMarkdownFile, unreadable, type ContentFile } from './parse.ts';

/** Text as UTF-8 or, where it is none, as old Windows programs save it. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads a file with the repairs of `cleanText`. */
export function readContentFile(path: string): ContentFile {
  try {
    const text = cleanText(decode(readFileSync(path)));
    return path.endsWith('.md') ? parseMarkdownFile(text) : parseJsonFile(text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const found = code === 'ENOENT' ? 'nada: ele não existe' : `algo que não dá para ler (${code})`;
    return unreadable({ expected: 'um arquivo de texto', found });
  }
}
