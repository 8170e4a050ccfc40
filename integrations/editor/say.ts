/** Tells an editor in one sentence why something was refused. */
export function say(sentence: string): void {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('role', 'alertdialog');
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
