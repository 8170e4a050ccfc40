/** Keeps the library's rich-text editor from rewriting untouched texts, and repairs pastes. */
import { readBody } from '@site/content/body';
import { showDialog } from './dialog.ts';
import { pastedMarkdown, removePictures, simplifyPage } from './paste.ts';

const BODY = '.lexical-root';

/** Texts that the editor's user has changed: by typing, pasting or a button. */
const touched = new WeakSet<Element>();

/** Pastes that already carry their formatting. */
const ownEvents = new WeakSet<Event>();

function bodyAround(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  return target.closest(BODY) ?? target.closest('.text-editor')?.querySelector(BODY) ?? null;
}

function touch(event: Event): void {
  const body = bodyAround(event.target);
  if (body) touched.add(body);
}

/**
 * The library reformats every text as soon as it has read it. Until the user changes it, the text keeps the
 * file's notation.
 */
function keepUntouched(event: Event): void {
  const body = event.target;
  if (body instanceof Element && body.matches(BODY) && !touched.has(body)) {
    event.stopImmediatePropagation();
  }
}

const NO_PICTURES =
  'imagens de outro lugar não entram no texto. A imagem do plano fica no campo “Imagem”.';

function paste(event: ClipboardEvent): void {
  const body = bodyAround(event.target);
  const { clipboardData } = event;
  if (!body || !clipboardData || ownEvents.has(event)) return;
  touched.add(body);
  // The editor's own format needs no repair.
  if (clipboardData.types.includes('application/x-lexical-editor')) return;
  const page = new DOMParser().parseFromString(
    clipboardData.getData('text/html'),
    'text/html',
  ).body;
  const text = clipboardData.getData('text/plain');
  const hadPictures = removePictures(page);
  const markdown = pastedMarkdown(text, page);
  if (markdown !== undefined) page.innerHTML = readBody({ text: markdown, firstLine: 1 }, '/').html;
  simplifyPage(page);
  const isEmpty = page.textContent.trim() === '';
  if (isEmpty && !hadPictures && clipboardData.files.length === 0) return;
  const data = new DataTransfer();
  data.setData('text/html', page.innerHTML);
  data.setData('text/plain', text);
  const own = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
  // A browser without this event pastes as before.
  if (!own.clipboardData?.types.includes('text/html')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  ownEvents.add(own);
  if (!isEmpty) event.target?.dispatchEvent(own);
  if (isEmpty) showDialog(`Nada foi colado: ${NO_PICTURES}`);
  else if (hadPictures) showDialog(`O texto foi colado sem as imagens: ${NO_PICTURES}`);
}

export function adaptRichText(): void {
  const options = { capture: true };
  for (const name of ['beforeinput', 'keydown', 'cut', 'drop']) {
    document.addEventListener(name, touch, options);
  }
  // Buttons above the text; a click into the text itself changes nothing.
  document.addEventListener(
    'click',
    (event) => {
      if (event.target instanceof Element && !event.target.closest(BODY)) touch(event);
    },
    options,
  );
  document.addEventListener('paste', paste, options);
  document.addEventListener('Update', keepUntouched, options);
}
