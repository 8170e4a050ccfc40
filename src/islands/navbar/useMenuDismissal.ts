import { useEffect, type RefObject } from 'react';

/**
 * Closes an open menu on Escape and on a tap outside, and gives the focus back to its button; and when
 * the focus moves on to something that the menu might cover (WCAG 2.4.11).
 */
export function useMenuDismissal(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    function close(): void {
      const details = menu.current;
      if (!details?.open) return;
      // A visitor who has moved on to something outside keeps the focus there.
      const { activeElement } = document;
      const focusIsFree = activeElement === document.body || details.contains(activeElement);
      details.open = false;
      if (focusIsFree) details.querySelector('summary')?.focus({ preventScroll: true });
    }
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key === 'Escape') close();
    }
    // The click, not the pointer going down: only after it has the browser moved the focus.
    function onClick(event: MouseEvent): void {
      if (!menu.current?.contains(event.target as Node)) close();
    }
    function onFocusOut({ relatedTarget }: FocusEvent): void {
      const details = menu.current;
      if (relatedTarget instanceof Node && details?.contains(relatedTarget) === false) {
        details.open = false;
      }
    }
    const details = menu.current;
    // Turned to landscape, the links may stand in the bar itself: the menu is not to wait open.
    const wideScreen = window.matchMedia('(min-width: 48em)');
    wideScreen.addEventListener('change', close);
    if (wideScreen.matches) close();
    details?.addEventListener('focusout', onFocusOut);
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('click', onClick);
    return () => {
      wideScreen.removeEventListener('change', close);
      details?.removeEventListener('focusout', onFocusOut);
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('click', onClick);
    };
  }, [menu]);
}
