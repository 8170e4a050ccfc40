/** Classes of a card that is revealed late. No style attribute: the pages' policy forbids it. */
export function revealClass(delaySeconds: number): string {
  return delaySeconds === 0 ? 'reveal' : `reveal reveal-delay-${delaySeconds * 10}`;
}
