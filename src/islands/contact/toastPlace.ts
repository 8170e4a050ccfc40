/** Positions toasts where the visitor looks, without covering what they need. */

const GAP_PX = 12;

/** In pixels from the top of the window. */
export interface Span {
  top: number;
  bottom: number;
}

/**
 * Finds a position above or below the form's button, or else at the bottom or the top of the screen.
 *
 * @param screen the part that no fixed element covers
 * @param keepClear elements that the toast must not cover
 * @returns the toast's upper edge, or undefined if it fits nowhere
 */
export function toastTop(
  height: number,
  screen: Span,
  button: Span,
  keepClear: Span[],
): number | undefined {
  const positions = [
    button.top - GAP_PX - height,
    button.bottom + GAP_PX,
    screen.bottom - GAP_PX - height,
    screen.top + GAP_PX,
  ];
  return positions.find(
    (top) =>
      top >= screen.top &&
      top + height <= screen.bottom &&
      keepClear.every((part) => part.bottom <= top || part.top >= top + height),
  );
}

/**
 * Positions a toast on the page, with which it scrolls, so that it covers nothing else later. On a screen
 * too low for it, it is reduced to its title or moved out of sight: the form says the same.
 *
 * @param part an element of the toast that has just been rendered
 */
export function placeToast(part: Element | null): void {
  const toast = part?.closest<HTMLElement>('[data-sonner-toast]');
  const button = document.querySelector('main form [type="submit"]');
  if (!toast || !button) return;

  const fields = [...document.querySelectorAll('[aria-invalid]')].map(
    (field) => field.parentElement,
  );
  const headings = document.querySelectorAll('main :is(h1, h2, h3)');
  const keepClear = [document.activeElement, button, ...fields, ...headings].flatMap((element) =>
    element && element !== document.body ? [element.getBoundingClientRect()] : [],
  );
  const header = document.querySelector('header')?.getBoundingClientRect();
  const screen = { top: header?.bottom ?? 0, bottom: innerHeight };
  const find = (): number | undefined =>
    toastTop(toast.offsetHeight, screen, button.getBoundingClientRect(), keepClear);

  toast.classList.remove('toast-low');
  let top = find();
  if (top === undefined) {
    toast.classList.add('toast-low');
    top = find() ?? button.getBoundingClientRect().bottom + GAP_PX;
  }
  const { style } = document.documentElement;
  style.setProperty('--toast-top', `${top + scrollY}px`);
  style.setProperty('--toast-left', `${button.getBoundingClientRect().left}px`);
}
