/**
 * A link of the open menu may be chosen before the bar's script is there to close the menu, which
 * would then lie over the section that it led to.
 */
export function closeMenuOnTheWay(): void {
  addEventListener('hashchange', () => document.querySelector('.menu')?.removeAttribute('open'));
}
