import { distance } from 'fastest-levenshtein';

/** How much of a word may be wrong for it to pass for a typo. */
const MAX_TYPO_SHARE = 0.4;

/** The same for “Título”, “titulo” and “TITULO”. */
function normalize(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
    .toLowerCase();
}

/**
 * Guesses what somebody meant.
 *
 * @param spellings what each name may be called, the likelier first
 * @returns a question that names the nearest, when it is near enough
 */
export function adviseNearest(
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
