import { readFileSync } from 'node:fs';
import dictionary from 'dictionary-pt';
import { loadModule, type Hunspell } from 'hunspell-asm';
import { beforeAll, expect, test } from 'vitest';
import { textsInCode, textsInContent, type VisitorText } from './support/visitor-texts.ts';

const CODE_WITH_TEXTS = [
  'src/islands/contact/outcomes.ts',
  'src/islands/contact/typed.ts',
  'supabase/functions/send-contact-email/message.ts',
  'supabase/functions/send-contact-email/failure.ts',
  'supabase/functions/send-contact-email/page.ts',
];

const WORD_LIST = 'tests/unit/spelling-words.txt';

/** Letters, with hyphens and apostrophes inside: guarda-chuva, d’água. */
const WORD = /\p{L}+(?:[-’']\p{L}+)*/gu;
/** Addresses, names of functions and what stands for something else: {plano}, (XX) XXXXX-XXXX. */
const NO_WORDS = /\S+@\S+|https?:\S+|\{\w+\}|\bsend-contact-email\b|\bX+(?:-X+)*\b/g;

let dictionaryOfBrazil: Hunspell;
const listed = new Set(
  readFileSync(WORD_LIST, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(' ')),
);

beforeAll(async () => {
  const hunspell = await loadModule();
  dictionaryOfBrazil = hunspell.create(
    hunspell.mountBuffer(dictionary.aff, 'pt_BR.aff'),
    hunspell.mountBuffer(dictionary.dic, 'pt_BR.dic'),
  );
});

const isKnown = (word: string): boolean => listed.has(word) || dictionaryOfBrazil.spell(word);

/** A compound is right when the dictionary has it, or each of its parts. */
const isSpelledRight = (word: string): boolean => isKnown(word) || word.split('-').every(isKnown);

/** Unknown words, each with its place and what it may have been meant to be. */
function misspelled(texts: readonly VisitorText[]): string[] {
  return texts.flatMap(({ where, text }) =>
    (text.replace(NO_WORDS, ' ').match(WORD) ?? [])
      .filter((word) => !isSpelledRight(word))
      .map((word) => {
        const suggestions = dictionaryOfBrazil.suggest(word).slice(0, 3).join(', ');
        return `${where}: “${word}” (${suggestions}); a name goes into ${WORD_LIST}`;
      }),
  );
}

test('every word that editors wrote is in the dictionary of Brazilian Portuguese', () => {
  const texts = textsInContent();
  expect(texts.length).toBeGreaterThan(100);
  expect(misspelled(texts)).toEqual([]);
});

test.each(CODE_WITH_TEXTS)('so is every word that visitors read from %s', (file) => {
  const texts = textsInCode(file);
  expect(texts).not.toEqual([]);
  expect(misspelled(texts)).toEqual([]);
});

test('a wrong word is found, with its place and the right one', () => {
  expect(misspelled([{ where: 'plano.md › título', text: 'Um **orcamento** combinado' }])).toEqual([
    expect.stringMatching(/^plano\.md › título: “orcamento” \(orçamento/),
  ]);
});
