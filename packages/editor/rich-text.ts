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

/** Addresses, in which a backslash would be a part, links' addresses, and code. */
const VERBATIM =
  /((?<![\w([])https?:\/\/[^\s<>|)\]]+|\]\((?:[^()\n]|\([^()\n]*\))*\)|(?<!\\)`[^`]*`)/;
const ITALICS = /(?<![\\_])_((?:\\.|[^_\\\n])+)_(?!_)/gu;
const IN_WORD = /[\p{L}\p{N}]/u;

/**
 * Changes what the library writes, where the page would read it in another way: italics within a word need asterisks,
 * an address no backslashes. Nor does a text, for an underscore within a word.
 */
export function tidyMarkdown(written: string): string {
  const tidied = written.split(VERBATIM).map((part, index) => {
    if (index % 2 === 1)
      return part.startsWith('http') ? part.replace(/\\(?=[*_`~\\])/g, '') : part;
    return part
      .replace(ITALICS, (italics, text: string, start: number) => {
        const [before = '', after = ''] = [part[start - 1], part[start + italics.length]];
        return IN_WORD.test(before + after) ? `*${text}*` : italics;
      })
      .replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_');
  });
  return tidied.join('');
}

/**
 * The library reformats every text as soon as it has read it. Until the user changes it, the text keeps the
 * file's notation.
 */
function keepUntouched(event: Event): void {
  const body = event.target;
  if (!(body instanceof Element) || !body.matches(BODY)) return;
  if (!touched.has(body)) event.stopImmediatePropagation();
  const { detail } = event as CustomEvent<{ value: string }>;
  detail.value = tidyMarkdown(detail.value);
}

/** What the library would make a link: “CNPJ:12”, “C:\Temp”. */
const isNoAddress = (text: string): boolean =>
  !/\s/.test(text) && URL.canParse(text) && !/^(?:https?|mailto):/i.test(text);

const NO_PICTURES =
  'imagens de outro lugar não entram no texto. A imagem do plano fica no campo “Imagem”.';

function paste(event: ClipboardEvent): void {
  const body = bodyAround(event.target);
  const { clipboardData } = event;
  if (!body || !clipboardData || ownEvents.has(event)) return;
  touched.add(body);
  // The editor's own format needs no repair; WhatsApp's box is of the same make.
  if (clipboardData.getData('application/x-lexical-editor').includes('"namespace":"editor"'))
    return;
  const page = new DOMParser().parseFromString(
    clipboardData.getData('text/html'),
    'text/html',
  ).body;
  const text = clipboardData.getData('text/plain');
  const hadPictures = removePictures(page);
  const markdown = pastedMarkdown(text, page);
  if (markdown !== undefined) page.innerHTML = readBody({ text: markdown, firstLine: 1 }, '/').html;
  else if (isNoAddress(text.trim()) && page.textContent === '') page.textContent = text;
  simplifyPage(page);
  const isEmpty = page.textContent.trim() === '';
  if (isEmpty && !hadPictures && clipboardData.files.length === 0) return;
  const init = { clipboardData: new DataTransfer(), bubbles: true, cancelable: true };
  const own = new ClipboardEvent('paste', init);
  // Not before: Firefox leaves out what the event is made with.
  own.clipboardData?.setData('text/html', page.innerHTML);
  if (!isNoAddress(text.trim())) own.clipboardData?.setData('text/plain', text);
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
