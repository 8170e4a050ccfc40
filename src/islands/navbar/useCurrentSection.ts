import { useEffect, useState } from 'react';
import { TOP_OF_HOME_ID } from '../../lib/page-parts.ts';

/** A section is in view when it crosses this line of the window. */
const READING_LINE = '-40% 0px -60% 0px';

/**
 * Tracks which section of the home page is in view.
 *
 * @returns the URL of the link to that section, an empty string if there is none, or undefined before it
 * is known and on other pages
 */
export function useCurrentSection(
  links: { href: string }[],
  homePath: string,
  isHome: boolean,
): string | undefined {
  const [current, setCurrent] = useState<string>();

  useEffect(() => {
    if (!isHome) return;

    const observer = new IntersectionObserver(
      (entries) => {
        const inView = entries.find((entry) => entry.isIntersecting);
        if (!inView) return;
        const { id } = inView.target;
        // The first section is the page itself: its link has no hash.
        const url = id === TOP_OF_HOME_ID ? homePath : `${homePath}#${id}`;
        setCurrent(links.some(({ href }) => href === url) ? url : '');
      },
      { rootMargin: READING_LINE },
    );
    for (const section of document.querySelectorAll('main > section')) observer.observe(section);
    return () => {
      observer.disconnect();
    };
  }, [links, homePath, isHome]);

  return current;
}
