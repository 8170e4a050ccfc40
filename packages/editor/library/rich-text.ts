/** Keeps the library's rich-text editor from rewriting untouched texts, and repairs pastes. */
import { readBody } from '@site/content/body';
import { showDialog } from '../dialog.ts';
import { namesPicture, pastedMarkdown, removePictures, simplifyPage } from '../paste.ts';

/** While somebody writes Markdown instead, what it says is old. */
const BODY = '.lexical-root:not([hidden])';

/** Texts that a form got from elsewhere, by what the library writes of them; what it showed first; what it has now. */
const notations = new WeakMap<Element, Notation>();
interface Notation {
  texts: Map<string, string>;
  shown: string;
  held?: string;
  /** The first paragraph when it was written: whoever reads a text makes all of them anew. */
  first?: Element | null;
}

/** Pastes that already carry their formatting. */
const ownEvents = new WeakSet<Event>();

function bodyAround(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  return target.closest(BODY) ?? target.closest('.text-editor')?.querySelector(BODY) ?? null;
}

/** Links, code, and addresses: up to a mark without a backslash, or to the punctuation of a sentence. */
const VERBATIM =
  /(\[(?:\\.|[^[\]\\])*\]\((?:[^()\n]|\([^()\n]*\))*\)|(?<![\\`])(`+)(?!`)[^]*?(?<!`)\2(?!`)|(?:!|(?<![a-z\d.+-]))(?:https?:\/\/|www\.)(?:[.,;:!?'"]*(?:\\[*_`~\\]|\([^()\s]*\)|[^\s<>()[\]\\*_`~.,;:!?'"]))+)/i;
/** What a reader may take for a mark, even in an address. */
const MARK = /(?<!\\)(?:[*`]|~~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}]))/gu;
const ITALICS = /(?<![\\_])_((?:\\.|[^_\\\n])+)_(?!_)/gu;
const IN_WORD = /[\p{L}\p{N}]/u;

const tidyLink = (link: string): string =>
  link.replace(/(?<=\]\().*/, (url) => url.replace(MARK, '\\$&'));

/** In an address, a backslash would be a part: one with marks, or within them, needs to be a link. */
function tidyAddress(written: string, next = ''): string {
  // Before a link, it would make a picture.
  if (written.startsWith('!')) return `\\!${tidyAddress(written.slice(1), next)}`;
  const url = written.replace(/\\([*_`~])/g, '$1');
  const needsLink = url.includes('\\') || url.search(MARK) !== -1 || /^[*_~]/.test(next);
  return needsLink ? tidyLink(`[${written}](${url})`) : url;
}

/**
 * Changes what the library writes, where the page would read it in another way: italics within a word need asterisks,
 * an address no backslashes. Nor does a text, for an underscore within a word.
 */
export function tidyMarkdown(written: string): string {
  // Signs at its end would close a heading.
  const open = written.replace(/^#+ (?:.* )?(?=#+[^\S\n]*$)/gm, '$&\\');
  const tidied = open.split(VERBATIM).map((part, index, parts) => {
    if (index % 3 === 2) return '';
    if (index % 3 === 1) {
      if (part.startsWith('[')) return tidyLink(part);
      return part.startsWith('`') ? part : tidyAddress(part, parts[index + 2]);
    }
    return part
      .replace(ITALICS, (italics, text: string, start: number) => {
        const [before = '', after = ''] = [part[start - 1], part[start + italics.length]];
        if (!IN_WORD.test(before + after)) return italics;
        // Beside a letter, an asterisk needs a letter on its other side.
        return IN_WORD.test(text) ? text.replace(/[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u, '*$&*') : text;
      })
      .replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_');
  });
  return tidied.join('');
}

/** Also before a key: the library takes a moment to write what it has read. */
function notationOf(body: Element): Notation {
  const notation = notations.get(body) ?? { texts: new Map(), shown: body.innerHTML };
  notations.set(body, notation);
  return notation;
}

/**
 * The library reformats every text as soon as it has read it. As long as it writes the same of a text, nobody has
 * changed it, and it keeps its own notation. A space at the end of a line is no change.
 */
function keepNotation({ target: body, detail }: CustomEventInit<{ value: string }> & Event): void {
  if (!detail || !(body instanceof Element) || !body.matches(BODY)) return;
  const written = detail.value.replace(/[ \t]+$/gm, '').trimEnd();
  const notation = notationOf(body);
  const { texts, shown, held } = notation;
  const text = body.parentElement?.querySelector('textarea')?.value ?? '';
  const isAsRead = held !== undefined || body.innerHTML === shown;
  // Not read yet: first, the library loads the language of a block of code.
  if (isAsRead && text !== held && text && written === '') {
    detail.value = text;
    notations.delete(body);
    return;
  }
  if (isAsRead && text !== held) {
    // Nor here: what is written is the text before a reset.
    if (body.firstElementChild === notation.first) {
      detail.value = text;
      return;
    }
    texts.set(written, text);
  }
  notation.first = body.firstElementChild;
  notation.held = detail.value = texts.get(written) ?? tidyMarkdown(detail.value);
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
  // The editor's own format needs no repair; WhatsApp's box is of the same make.
  if (clipboardData.getData('application/x-lexical-editor').includes('"namespace":"editor"'))
    return;
  const html = clipboardData.getData('text/html');
  const page = new DOMParser().parseFromString(html, 'text/html').body;
  const isBlank = () => page.textContent.trim() === '';
  const { files } = clipboardData;
  // Word adds a picture of the text itself.
  const hadPictures = removePictures(page) || (isBlank() && files.length > 0);
  const plain = clipboardData.getData('text/plain');
  const text = hadPictures && isBlank() && namesPicture(plain, files) ? '' : plain;
  const markdown = pastedMarkdown(text, page);
  if (markdown !== undefined) page.innerHTML = readBody({ text: markdown, firstLine: 1 }, '/').html;
  else if (isBlank() && (hadPictures || isNoAddress(text.trim()))) page.innerText = text;
  simplifyPage(page);
  if (isBlank() && !hadPictures) return;
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
  if (!isBlank()) event.target?.dispatchEvent(own);
  if (isBlank()) showDialog(`Nada foi colado: ${NO_PICTURES}`);
  else if (hadPictures) showDialog(`O texto foi colado sem as imagens: ${NO_PICTURES}`);
}

/**
 * A year, or a number that begins with a zero, begins no list, in which the library would count on from it. After a
 * firm space, which is saved as any other, it makes none.
 */
function keepNumber(event: InputEvent): void {
  const { data, target } = event;
  const { anchorNode, anchorOffset } = document.getSelection() ?? {};
  const before = anchorNode?.textContent?.slice(0, anchorOffset) ?? '';
  if (data !== ' ' || !bodyAround(target) || !/^(?:0\d*|\d{4,})\.$/.test(before)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const init = { inputType: 'insertReplacementText', data: '\u00A0', bubbles: true };
  target?.dispatchEvent(new InputEvent('beforeinput', init));
}

export function adaptRichText(): void {
  const options = { capture: true };
  document.addEventListener('beforeinput', keepNumber, options);
  // A busy browser hands over a key before it says where a click has put the cursor: Lexical would act where it was.
  document.addEventListener(
    'keydown',
    ({ target }) => bodyAround(target) && document.dispatchEvent(new Event('selectionchange')),
    options,
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      const body = bodyAround(target);
      if (body) notationOf(body);
    },
    options,
  );
  document.addEventListener('paste', paste, options);
  document.addEventListener('Update', keepNotation, options);
}
