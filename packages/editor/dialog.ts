/** Tells an editor something in one sentence. */
export function showDialog(sentence: string): void {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('role', 'alertdialog');
  dialog.setAttribute('aria-label', sentence);
  const text = document.createElement('p');
  text.textContent = sentence;
  const button = document.createElement('button');
  button.textContent = 'Entendi';
  const form = document.createElement('form');
  form.method = 'dialog';
  form.append(text, button);
  dialog.append(form);
  dialog.addEventListener('close', () => {
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}
