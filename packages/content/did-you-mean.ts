/** Share of a word's characters that a typo may change. */
const MAX_TYPO_SHARE = 0.4;

/** Strips accents, case and punctuation: “Título”, “titulo” and “TITULO:” are equal. */
function normalize(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
    .toLowerCase();
}

/** Levenshtein distance: how many letters to add, remove or replace to make one word of the other. */
function distance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (const [column, above] of previous.slice(1).entries()) {
      const replaced = (previous[column] ?? 0) + (one[row - 1] === other[column] ? 0 : 1);
      current.push(Math.min(above + 1, (current[column] ?? 0) + 1, replaced));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}

/**
 * @param spellings pairs of a spelling and the name it belongs to, the likelier first
 * @returns a question that suggests the nearest name, if one is near enough
 */
export function didYouMean(
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
