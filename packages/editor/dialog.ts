/** Such as “28 de novembro às 10:05”; the year, if it is another. */
export function momentOf(date: Date): string {
  const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeStyle: 'short' });
  const moment = format.format(date).replace(` de ${new Date().getFullYear()}`, '');
  return moment.replace(/^1(?= de )/, '1º');
}

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

export const showError = (error: unknown): void => {
  showDialog((error as Error).message);
};
