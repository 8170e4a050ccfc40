/**
 * Tells an editor something in one sentence.
 *
 * @param label of the button, which closes the dialog
 * @param act runs when the button is chosen; Escape only closes
 */
export function showDialog(
  sentence: string,
  label = 'Entendi',
  act?: () => void,
): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('role', 'alertdialog');
  dialog.setAttribute('aria-label', sentence);
  const text = document.createElement('p');
  text.textContent = sentence;
  const button = document.createElement('button');
  button.textContent = label;
  if (act) button.addEventListener('click', act);
  const form = document.createElement('form');
  form.method = 'dialog';
  form.append(text, button);
  dialog.append(form);
  dialog.addEventListener('close', () => {
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
