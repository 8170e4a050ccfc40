/**
 * Inspects every picture before the editor accepts it. The editor itself accepts even files that no browser
 * can show. What is committed is inspected again, since not every picture comes by way of a file.
 */
import { IMAGE_EXTENSIONS } from '@site/content/image-field';
import { extensionOf, judgePicture, readHeader } from '@site/content/picture-rules';
import { showDialog } from '../dialog.ts';
import { HEIC_EXTENSIONS } from '../fields.ts';
import { decodePicture, mimeType } from '../pictures.ts';

/**
 * Names a picture by its bytes: its format, whatever its name says, and six digits of what it shows, so that no
 * two pictures share a name, in any tab.
 */
async function named(file: File): Promise<File> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const header = await readHeader(bytes);
  const extension = header ? `.${header.format}` : extensionOf(file.name);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const digits = Array.from(hash.slice(0, 3), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  const stem = file.name.replace(/\.\w{3,4}$/, '').replace(/-[\da-f]{6}$/, '');
  return new File([bytes], `${stem}-${digits}${extension}`, { type: mimeType(extension.slice(1)) });
}

/** Says what the site needs instead of a file, if it needs something else. */
async function isRefused(file: File, original: string, accepted: string[]): Promise<boolean> {
  const extension = extensionOf(file.name);
  // The library converts these, and rejects broken ones itself.
  if (HEIC_EXTENSIONS.includes(extension) && accepted.includes(extension)) return false;
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Only logos' fields accept no JPEG.
  const use = accepted.includes('.jpg') ? 'picture' : 'logo';
  const expected = await judgePicture(bytes, file.name, use, decodePicture);
  if (expected !== undefined) showDialog(`${original} não serve. O site precisa de ${expected}.`);
  return expected !== undefined;
}

function acceptedBy(input: HTMLInputElement | null): string[] {
  return input?.accept ? input.accept.toLowerCase().split(/\s*,\s*/) : IMAGE_EXTENSIONS;
}

/** Events that this module dispatches after its inspection. */
const ownEvents = new WeakSet<Event>();

/** Passes files to the library's input once all of them are fine. */
async function inspectFiles(input: HTMLInputElement, files: File[]): Promise<void> {
  const transfer = new DataTransfer();
  for (const original of files) {
    const file = await named(original);
    if (await isRefused(file, `“${original.name}”`, acceptedBy(input))) {
      input.value = '';
      return;
    }
    transfer.items.add(file);
  }
  input.files = transfer.files;
  const event = new Event('change', { bubbles: true });
  ownEvents.add(event);
  input.dispatchEvent(event);
}

/** The file input of the picture's field or dialog around an element: a group of fields is none. */
function inputAround(element: Element | null): HTMLInputElement | null {
  const place = element?.closest('[data-field-type=image], [role=dialog]');
  return place?.querySelector<HTMLInputElement>('input[type=file]') ?? null;
}

/** Lets a press on Save wait while the library converts a picture, whose field is empty until then. */
function saveAfterConversion(event: Event): void {
  const { target } = event;
  const button =
    target instanceof Element && target.closest<HTMLElement>('[aria-keyshortcuts$="+S"]');
  const converting = document.querySelector('.empty.processing');
  if (!button || !converting) return;
  event.stopImmediatePropagation();
  const observer = new MutationObserver(() => {
    if (converting.isConnected && converting.matches('.processing')) return;
    observer.disconnect();
    button.click();
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
}

/** Inspects every picture that is chosen or dropped, before the library sees it; commit-gate.ts judges a pasted one. */
export function inspectPictures(): void {
  const takeOver = (event: Event, input: HTMLInputElement, files: FileList): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    void inspectFiles(input, Array.from(files));
  };
  const change = (event: Event): void => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || !input.files?.length) return;
    if (!ownEvents.has(event)) takeOver(event, input, input.files);
  };
  const drop = (event: DragEvent): void => {
    const { target } = event;
    const files = event.dataTransfer?.files;
    if (!(target instanceof Element) || !files?.length) return;
    const input = inputAround(target);
    if (input) takeOver(event, input, files);
    else {
      event.preventDefault();
      event.stopImmediatePropagation();
      showDialog('Nada mudou: para trocar uma imagem, solte o arquivo em cima do campo dela.');
    }
    // Ends the highlight of the drop target.
    target.dispatchEvent(new DragEvent('dragleave', { bubbles: true }));
  };
  document.addEventListener('change', change, { capture: true });
  document.addEventListener('drop', drop, { capture: true });
  document.addEventListener('click', saveAfterConversion, { capture: true });
}
