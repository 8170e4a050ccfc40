import { useRef } from 'react';
import { TOP_OF_HOME_ID } from '../lib/page-parts.ts';
import { useCurrentSection } from './navbar/useCurrentSection.ts';
import { useMenuDismissal } from './navbar/useMenuDismissal.ts';
import { useScrollRequest } from './navbar/useScrollRequest.ts';

export interface NavbarLink {
  label: string;
  /** With the site's base path; a section of the home page has a hash. */
  href: string;
}

interface NavbarProps {
  links: NavbarLink[];
  /** What screen readers call the bar. */
  label: string;
  menuLabel: string;
  /** URL path of the home page, with the base path. */
  homePath: string;
  /** Path of the page that holds the bar; none on a page that is nowhere, as a not-found page. */
  currentPath: string | undefined;
}

/**
 * The links of the bar: in a row, or behind a native disclosure on small screens, so the menu
 * opens before any script has arrived. Script closes it as people expect, marks the section in view
 * and takes the scroll request out of the URL.
 */
export default function Navbar({ links, label, menuLabel, homePath, currentPath }: NavbarProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const isHome = currentPath === homePath;
  const section = useCurrentSection(links, homePath, isHome);
  const followLink = useScrollRequest();
  useMenuDismissal(menu);

  // At home the way home is a scroll, also without script: a visitor who writes a message keeps it.
  const items = links.map(({ label: text, href }) => (
    <li key={href}>
      <a
        className="nav-link"
        href={isHome && href === homePath ? `${href}#${TOP_OF_HOME_ID}` : href}
        aria-current={currentMark(href, currentPath, section)}
        onClick={followLink}
      >
        {text}
      </a>
    </li>
  ));

  return (
    <nav aria-label={label}>
      <ul className="-mr-3 hidden gap-1 md:flex">{items}</ul>
      {/* Opened before hydration, it stays open: React is told to leave the attribute alone. */}
      <details ref={menu} className="menu md:hidden" suppressHydrationWarning>
        <summary className="menu-button">{menuLabel}</summary>
        <ul className="menu-panel">{items}</ul>
      </details>
    </nav>
  );
}

/** The mark of a link that leads to where the visitor already is: a page, or a section of it. */
function currentMark(
  href: string,
  currentPath: string | undefined,
  section: string | undefined,
): 'page' | 'location' | 'true' | undefined {
  if (section !== undefined && section !== currentPath) {
    return section === href ? 'location' : undefined;
  }
  if (href === currentPath) return 'page';
  // A plan's page belongs to the list of plans, without being it.
  const isBelow = href.length > 1 && currentPath?.startsWith(`${href}/`);
  return isBelow ? 'true' : undefined;
}
