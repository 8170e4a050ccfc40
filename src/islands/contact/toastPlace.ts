/** Where a toast stands: where the visitor looks, and over nothing that they need now. */

/** Between a toast and what it stands beside. */
const GAP_PX = 12;

/** From top to bottom, in pixels of the window. */
export interface Span {
  top: number;
  bottom: number;
}

/**
 * Finds a place above the form's button or below it, where the eye is, and otherwise at the foot of
 * the screen or at its top.
 *
 * @param screen what nothing fixed lies over
 * @param keepClear what the toast must not cover
 * @returns its upper edge, or undefined where the screen is too low
 */
export function toastTop(
  height: number,
  screen: Span,
  button: Span,
  keepClear: Span[],
): number | undefined {
  const places = [
    button.top - GAP_PX - height,
    button.bottom + GAP_PX,
    screen.bottom - GAP_PX - height,
    screen.top + GAP_PX,
  ];
  return places.find(
    (top) =>
      top >= screen.top &&
      top + height <= screen.bottom &&
      keepClear.every((part) => part.bottom <= top || part.top >= top + height),
  );
}

/**
 * Puts the toast in its place on the page. There it stays as the visitor scrolls, so that it comes to
 * lie over nothing else. On a screen too low for it, it keeps to its title, and in the worst case to a
 * place out of sight: what stands in the form has the words.
 *
 * @param part of the toast that has just been drawn
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
  const bar = document.querySelector('header')?.getBoundingClientRect();
  const screen = { top: bar?.bottom ?? 0, bottom: innerHeight };
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
