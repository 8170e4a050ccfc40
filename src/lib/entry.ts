import type { CARD_DELAYS_SECONDS } from '../schemas/card.ts';

/**
 * Classes that bring a card in with its delay. Class names, because the site's security policy knows
 * no style attributes; written out, so that Tailwind finds them.
 */
const ENTRY_CLASSES: Record<(typeof CARD_DELAYS_SECONDS)[number], string> = {
  0: 'entry',
  0.1: 'entry entry-delay-1',
  0.2: 'entry entry-delay-2',
  0.3: 'entry entry-delay-3',
};

export function entryClass(delay: keyof typeof ENTRY_CLASSES): string {
  return ENTRY_CLASSES[delay];
}
