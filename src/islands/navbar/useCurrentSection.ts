import { useEffect, useState } from 'react';
import { TOP_OF_HOME_ID } from '../../lib/page-parts.ts';
import type { NavbarLink } from '../Navbar.tsx';

/** A section is in view when it crosses the line at this share of the window's height. */
const READING_LINE = '-40% 0px -60% 0px';

/**
 * Finds out which section of the home page the visitor is looking at.
 *
 * @returns the URL of the link that leads to the section in view, an empty string where no link
 * leads to it, or undefined before that is known and on other pages
 */
export function useCurrentSection(
  links: NavbarLink[],
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
