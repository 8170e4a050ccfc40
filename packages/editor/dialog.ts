/** Tells an editor something in one sentence. */
export function showDialog(sentence: string): void {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('role', 'alertdialog');
  dialog.setAttribute('aria-label', sentence);
  dialog.innerHTML = '<form method="dialog"><p></p><button>Entendi</button></form>';
  dialog.querySelector('p')?.append(sentence);
  dialog.addEventListener('close', () => {
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}
