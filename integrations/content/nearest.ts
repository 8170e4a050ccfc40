import { distance } from 'fastest-levenshtein';

/** Share of a word's characters that a typo may change. */
const MAX_TYPO_SHARE = 0.4;

/** Strips accents, case and punctuation: “Título”, “titulo” and “TITULO:” are equal. */
function normalize(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
    .toLowerCase();
}

/**
 * @param spellings pairs of a spelling and the name it belongs to, the likelier first
 * @returns a question that suggests the nearest name, if one is near enough
 */
export function suggestNearest(
  word: string,
  spellings: (readonly [spelling: string, name: string])[],
): string | undefined {
  const typed = normalize(word);
  const [best] = spellings
    .map(([spelling, name]) => ({ name, typos: distance(typed, normalize(spelling)) }))
    .sort((a, b) => a.typos - b.typos);
  const isNear = best && best.typos <= typed.length * MAX_TYPO_SHARE;
  return isNear ? `Você quis dizer ${best.name}?` : undefined;
}
