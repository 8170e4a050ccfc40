import { useRef } from 'react';
import { TOP_OF_HOME_ID } from '../lib/page-parts.ts';
import { useCurrentSection } from './navbar/useCurrentSection.ts';
import { useMenuDismissal } from './navbar/useMenuDismissal.ts';
import { useScrollRequest } from './navbar/useScrollRequest.ts';

interface NavbarLink {
  label: string;
  /** With the site's base path; a section of the home page has a hash. */
  href: string;
}

interface NavbarProps {
  links: NavbarLink[];
  /** URL path of the home page, with the base path. */
  homePath: string;
  /** Path of the current page; undefined on a not-found page. */
  currentPath: string | undefined;
}

/**
 * The header's links: in a row, or behind a native disclosure on small screens, so that the menu opens
 * without script. Script dismisses it as people expect, highlights the section in view and removes the
 * scroll request from the URL.
 */
export default function Navbar({ links, homePath, currentPath }: NavbarProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const isHome = currentPath === homePath;
  const section = useCurrentSection(links, homePath, isHome);
  const followLink = useScrollRequest();
  useMenuDismissal(menu);

  // On the home page, the link home scrolls, even without script: a message being typed is kept.
  const items = links.map(({ label, href }) => (
    <li key={href}>
      <a
        className="nav-link"
        href={isHome && href === homePath ? `${href}#${TOP_OF_HOME_ID}` : href}
        aria-current={currentValue(href, currentPath, section)}
        onClick={followLink}
        suppressHydrationWarning
      >
        {label}
      </a>
    </li>
  ));

  return (
    <nav aria-label="Principal">
      <ul>{items}</ul>
      {/* The menu may have been opened before hydration: React must leave the attribute alone. */}
      <details ref={menu} className="menu" suppressHydrationWarning>
        <summary className="menu-button">
          {/* Shapes and texts, unlike backgrounds, get lighter where a browser darkens the page itself. */}
          <svg className="icon" viewBox="0 0 18 18" aria-hidden="true">
            <path d="M0 4h18M0 9h18M0 14h18" />
            <path d="m1 1 16 16M1 17 17 1" />
          </svg>
          <span suppressHydrationWarning>Menu</span>
        </summary>
        <ul className="menu-panel font-display">{items}</ul>
      </details>
    </nav>
  );
}

/** `aria-current` of a link: set if it leads to the current page, or to a section in view. */
function currentValue(
  href: string,
  currentPath: string | undefined,
  section: string | undefined,
): 'page' | 'location' | 'true' | undefined {
  if (section !== undefined && section !== currentPath) {
    return section === href ? 'location' : undefined;
  }
  if (href === currentPath) return 'page';
  // A plan's page lies below the list of plans.
  const isBelow = href.length > 1 && currentPath?.startsWith(`${href}/`);
  return isBelow ? 'true' : undefined;
}
