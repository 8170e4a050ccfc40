/** Strips accents, case and punctuation: “Título”, “titulo” and “TITULO:” are equal. */
function normalize(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
    .toLowerCase();
}

/**
 * @param spellings pairs of a spelling and the name it belongs to, the likelier first
 * @returns a question that suggests the name with the same letters
 */
export function didYouMean(
  word: string,
  spellings: (readonly [spelling: string, name: string])[],
): string | undefined {
  const typed = normalize(word);
  const [, name] = spellings.find(([spelling]) => normalize(spelling) === typed) ?? [];
  return name && `Você quis dizer ${name}?`;
}
