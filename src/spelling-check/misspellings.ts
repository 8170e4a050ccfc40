/** Looks words up in the dictionary of Brazilian Portuguese. */
import { readFileSync } from 'node:fs';
import dictionary from 'dictionary-pt';
import { loadModule, type Hunspell } from 'hunspell-asm';
import type { VisitorText } from './content-texts.ts';

export interface Misspelling extends Omit<VisitorText, 'text'> {
  word: string;
  /** What may have been meant, most likely first. */
  suggestions: string[];
}

/** Words that the dictionary lacks and that are right all the same. */
export const WORD_LIST = 'src/spelling-check/words.txt';

const MAX_SUGGESTIONS = 3;

/** Letters, with hyphens and apostrophes inside: guarda-chuva, d’água. */
const WORD = /\p{L}+(?:[-’']\p{L}+)*/gu;
/** Addresses, names of functions and what stands for something else: {plano}, (XX) XXXXX-XXXX. */
const NO_WORDS = /\S+@\S+|https?:\S+|\{\w+\}|\bsend-contact-email\b|\bX+(?:-X+)*\b/g;

const wordsOf = (text: string): string[] => text.replace(NO_WORDS, ' ').match(WORD) ?? [];

function listedWords(): string[] {
  return readFileSync(new URL('words.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap(wordsOf);
}

let dictionaryOfBrazil: Promise<Hunspell> | undefined;

async function loadDictionary(): Promise<Hunspell> {
  const hunspell = await loadModule();
  return hunspell.create(
    hunspell.mountBuffer(dictionary.aff, 'pt_BR.aff'),
    hunspell.mountBuffer(dictionary.dic, 'pt_BR.dic'),
  );
}

/**
 * Unknown words, each with its place.
 *
 * @param names whose words are right wherever they stand
 */
export async function misspellings(
  texts: readonly VisitorText[],
  names: readonly string[],
): Promise<Misspelling[]> {
  const { spell, suggest } = await (dictionaryOfBrazil ??= loadDictionary());
  const inNames = names.flatMap(wordsOf);
  const listed = new Set([
    ...listedWords(),
    ...inNames,
    ...inNames.flatMap((name) => name.split('-')),
  ]);
  const isKnown = (word: string) => listed.has(word) || spell(word);
  /** A compound is right when the dictionary has it, or each of its parts. */
  const isSpelledRight = (word: string) => isKnown(word) || word.split('-').every(isKnown);

  return texts.flatMap(({ text, ...place }) =>
    wordsOf(text)
      .filter((word) => !isSpelledRight(word))
      .map((word) => ({
        ...place,
        word,
        suggestions: suggest(word).slice(0, MAX_SUGGESTIONS),
      })),
  );
}
