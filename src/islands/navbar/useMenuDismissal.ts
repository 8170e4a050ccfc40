import { useEffect, type RefObject } from 'react';

/**
 * Closes an open menu on Escape and on a tap outside, and returns the focus to its button; also closes
 * it when the focus moves to something that the menu might cover (WCAG 2.4.11).
 */
export function useMenuDismissal(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    function close(): void {
      const details = menu.current;
      if (!details?.open) return;
      // A visitor who has moved on to something outside keeps the focus there.
      const { activeElement } = document;
      const isFocusFree = activeElement === document.body || details.contains(activeElement);
      details.open = false;
      if (isFocusFree) details.querySelector('summary')?.focus({ preventScroll: true });
    }
    const listening = new AbortController();
    const { signal } = listening;
    // In landscape, the header shows the links themselves: the menu must not stay open.
    const closeIfHidden = (): void => {
      if (menu.current?.offsetWidth === 0) close();
    };
    window.addEventListener('resize', closeIfHidden, { signal });
    closeIfHidden();
    menu.current?.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        const details = menu.current;
        if (relatedTarget instanceof Node && details?.contains(relatedTarget) === false) {
          details.open = false;
        }
      },
      { signal },
    );
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', onKeyDown, { signal });
    // Not on pointerdown: the browser moves the focus after it.
    const onClick = ({ target }: MouseEvent): void => {
      if (target instanceof Node && menu.current?.contains(target) !== true) close();
    };
    document.addEventListener('click', onClick, { signal });
    return () => {
      listening.abort();
    };
  }, [menu]);
}
