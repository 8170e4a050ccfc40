/** Classes of a card that is revealed late. No style attribute: the pages' policy forbids it. */
export function revealClass(delay: number): string {
  return delay === 0 ? 'reveal' : `reveal late-${delay * 10}`;
}
