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
 * Guesses what somebody meant: “Você quis dizer …?”.
 *
 * @param spellings what each candidate may be called, the likelier first
 * @returns the candidate nearest to the word, when it is near enough
 */
export function findNearest<Candidate>(
  word: string,
  spellings: readonly (readonly [spelling: string, candidate: Candidate])[],
): Candidate | undefined {
  const typed = normalize(word);
  const [best] = spellings
    .map(([spelling, candidate]) => ({ candidate, typos: distance(typed, normalize(spelling)) }))
    .sort((a, b) => a.typos - b.typos);
  return best && best.typos <= typed.length * MAX_TYPO_SHARE ? best.candidate : undefined;
}
