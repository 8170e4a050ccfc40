import type { CARD_DELAYS_SECONDS } from '../schemas/card.ts';

/**
 * Classes that reveal a card with its delay. Class names, because the site's security policy knows
 * no style attributes; written out, so that Tailwind finds them.
 */
const REVEAL_CLASSES: Record<(typeof CARD_DELAYS_SECONDS)[number], string> = {
  0: 'reveal',
  0.1: 'reveal reveal-delay-1',
  0.2: 'reveal reveal-delay-2',
  0.3: 'reveal reveal-delay-3',
};

export function revealClass(delay: keyof typeof REVEAL_CLASSES): string {
  return REVEAL_CLASSES[delay];
}
