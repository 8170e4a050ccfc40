/**
 * Keeps text, focus and selection of fields when React renders an island anew. It does so when it hydrates
 * HTML that an extension has changed, such as a password manager with an element beside each field. Part of
 * the runtime's file, so that no page gets larger.
 */
let focused = document.activeElement;
document.addEventListener('focusin', (event) => {
  focused = event.target as Element;
});

new MutationObserver((changes) => {
  const removed = changes.flatMap((change) => [...change.removedNodes]);
  for (const node of removed) {
    if (!(node instanceof Element)) continue;
    for (const old of node.querySelectorAll<HTMLInputElement>('input[id], textarea[id]')) {
      const field = document.getElementById(old.id) as HTMLInputElement | null;
      if (!field || field === old) continue;
      if (old.value !== '') field.value = old.value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      if (old !== focused || document.activeElement !== document.body) continue;
      field.focus({ preventScroll: true });
      field.setSelectionRange(old.selectionStart, old.selectionEnd);
    }
  }
}).observe(document.body, { childList: true, subtree: true });
