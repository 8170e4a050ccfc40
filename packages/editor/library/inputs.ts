/** Repairs what the library's inputs would lose in silence. */
import { showDialog } from '../dialog.ts';

/** Characters without width, which come along with a copied token. */
const INVISIBLE_ENDS = /^[\u200B-\u200F\u2060\uFEFF]+|[\u200B-\u200F\u2060\uFEFF]+$/g;

export function repairInputs(): void {
  const options = { capture: true };
  const repair = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    const plain = target.value.replace(INVISIBLE_ENDS, '');
    if (plain !== target.value) target.value = plain;
  };
  document.addEventListener('input', repair, options);
  // The library would empty a number with a letter, and take “1,5” for 5.
  const refuse = (event: InputEvent): void => {
    const { target, data } = event;
    const isNumber = target instanceof Element && target.matches('[role=spinbutton]');
    if (!isNumber || data === null || /^\s*\d*\s*$/.test(data)) return;
    event.preventDefault();
    showDialog('Este campo só aceita um número inteiro, como 2. Ele ficou como estava.');
  };
  document.addEventListener('beforeinput', refuse, options);
}
