import { href } from './paths.ts';

/**
 * Prefetches a page when a visitor is about to open it. Browsers ignore the rules where the visitor saves data, or
 * when battery or memory run short.
 *
 * No prerendering: a page is one document, so there is little left to gain, and its scripts would run,
 * and clear its hash, too early.
 *
 * @see https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API
 */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: { href_matches: `${href('/')}*` },
      // On hover or pointerdown.
      eagerness: 'moderate',
    },
  ],
});
