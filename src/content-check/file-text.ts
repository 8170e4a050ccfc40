/** Reads a file as text, and knows what may be wrong with one before anybody looks at its fields. */
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { quoteLine } from './sentences.ts';
import { lineAt, type FileMistake } from './source-file.ts';

/** Why the system gives no text, by the name that Node has for it. */
const REFUSALS: Partial<Record<string, string>> = {
  EACCES: 'um arquivo que só outra pessoa pode ler',
  ELOOP: 'um atalho que leva a si mesmo',
  EPERM: 'um arquivo que só outra pessoa pode ler',
};

const AS_UTF8 = {
  expected: 'um arquivo salvo como UTF-8',
  advice: 'No editor de textos, use “Salvar como” e escolha a codificação UTF-8.',
};

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** What stands in the way of reading a file, or undefined where nothing does. */
function obstacle(path: string): FileMistake | undefined {
  try {
    return statSync(path).isFile()
      ? undefined
      : { expected: 'um arquivo', found: 'uma pasta com este nome' };
  } catch (error) {
    const known = REFUSALS[(error as NodeJS.ErrnoException).code ?? ''];
    if (known !== undefined) return { expected: 'um arquivo que se possa ler', found: known };
    return isThere(path)
      ? { expected: 'um arquivo', found: 'um atalho para um arquivo que não existe' }
      : { expected: 'este arquivo', found: 'nada: ele não existe' };
  }
}

/** In UTF-16 every second byte of a Latin letter is zero, and some programs put a mark in front. */
function isUtf16([first, second]: Buffer): boolean {
  return first === 0 || second === 0 || (first === 0xff && second === 0xfe) || first === 0xfe;
}

function decode(bytes: Buffer): string | FileMistake {
  if (isUtf16(bytes)) return { ...AS_UTF8, line: 1, found: 'outra codificação (UTF-16)' };
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const text = bytes.toString('utf8');
    const line = lineAt(text, text.indexOf('\uFFFD'));
    return { ...AS_UTF8, line, found: `outra codificação: ${quoteLine(text, line)}` };
  }
}

/** What no text file of the site may have, whatever its kind. */
function mistakeInText(text: string): FileMistake | undefined {
  if (text.trim() === '') return undefined;
  const conflict = /^(?:<{7}|>{7})(?=\s|$)/m.exec(text);
  if (conflict) {
    const line = lineAt(text, conflict.index);
    return {
      line,
      expected: 'uma versão só do texto',
      found: `${quoteLine(text, line)}, de um conflito do Git`,
      advice:
        'Duas pessoas mudaram este trecho: fique com uma versão e apague as linhas com <<<<<<<, ======= e >>>>>>>.',
    };
  }
  const lone = text.search(/\r(?!\n)/);
  if (lone === -1) return undefined;
  return {
    line: lineAt(text, lone),
    expected: 'linhas que terminem como as de hoje (LF ou CRLF)',
    found: 'um fim de linha antigo (CR)',
    advice: 'No editor de textos, troque o fim de linha para LF e salve de novo.',
  };
}

/** The text of a file, with a byte order mark where it has one, or why there is none to check. */
export function readText(path: string): string | FileMistake {
  const obstacleHere = obstacle(path);
  if (obstacleHere) return obstacleHere;
  const text = decode(readFileSync(path));
  return typeof text === 'string' ? (mistakeInText(text) ?? text) : text;
}
