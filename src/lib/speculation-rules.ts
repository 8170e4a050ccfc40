import { href } from './paths.ts';

/**
 * Has the browser fetch a page of this site when a visitor is about to open it, so that the click
 * finds it there. Where the visitor saves data, the script in `layouts/Page.astro` takes it back; browsers
 * leave it by themselves when battery or memory are short.
 *
 * Fetched, not rendered ahead: a page is one document, so there is little left to win, and a page
 * that is rendered unseen would run its scripts and clear its hash too early.
 *
 * @see https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API
 */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: { href_matches: `${href('/')}*` },
      // A pointer that stays on a link, or goes down on it.
      eagerness: 'moderate',
    },
  ],
});
