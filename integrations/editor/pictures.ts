/**
 * Inspects every picture before the editor accepts it. The editor itself accepts even files that no browser
 * can show, and the check before saving sees only their names.
 */
import { judgePicture, SAMPLE_SIDE_PX, type DecodedPicture } from '../content/picture-rules.ts';
import { IMAGE_EXTENSIONS } from '../content/image-field.ts';
import { showDialog } from './dialog.ts';

/** Markers of a JPEG: start of scan, and end of image. */
const [SCAN, END] = [0xda, 0xd9];

/** True if a JPEG is complete. Browsers decode the missing part of an incomplete one as grey. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  const lastMarker = (kind: number): number => {
    let at = bytes.length - 2;
    while (at >= 0 && !(bytes[at] === 0xff && bytes[at + 1] === kind)) at -= 1;
    return at;
  };
  return lastMarker(END) > lastMarker(SCAN);
}

/** True if a drawing states its size, which the build needs. */
function hasSize(source: string): boolean {
  const { documentElement: root } = new DOMParser().parseFromString(source, 'image/svg+xml');
  const isLength = (name: string) => Number.parseFloat(root.getAttribute(name) ?? '') > 0;
  return (
    root.localName === 'svg' &&
    (root.hasAttribute('viewBox') || ['width', 'height'].every(isLength))
  );
}

async function decode(
  bytes: Uint8Array<ArrayBuffer>,
  extension: string,
  type: string,
): Promise<DecodedPicture> {
  const isDrawing = extension === '.svg';
  const isIntact = isDrawing
    ? hasSize(new TextDecoder().decode(bytes))
    : !/jpe?g$/.test(extension) || isWholeJpeg(bytes);
  if (!isIntact) throw new Error('Incomplete');
  const image = new Image();
  const blob = new Blob([bytes], { type: isDrawing ? 'image/svg+xml' : type });
  image.src = URL.createObjectURL(blob);
  await image.decode().finally(() => {
    URL.revokeObjectURL(image.src);
  });
  const { naturalWidth, naturalHeight } = image;
  const longerSide = Math.max(naturalWidth, naturalHeight);
  // Firefox reports no size of some drawings.
  if (naturalWidth === 0) return { longerSide, alpha: [], sampleWidth: 0 };
  const scale = SAMPLE_SIDE_PX / longerSide;
  const width = Math.max(1, Math.round(naturalWidth * scale));
  const height = Math.max(1, Math.round(naturalHeight * scale));
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(image, 0, 0, width, height);
  const pixels = context?.getImageData(0, 0, width, height).data ?? [];
  const alpha = Array.from(pixels).filter((_value, index) => index % 4 === 3);
  return { longerSide, alpha, sampleWidth: width };
}

/**
 * @param accepted extensions that the field accepts
 * @returns what is expected instead of the picture, or undefined if it is fine
 */
async function inspect(file: File, accepted: string[]): Promise<string | undefined> {
  const extension = file.name.replace(/^.*(?=\.)/, '').toLowerCase();
  if (!accepted.includes(extension)) return `um arquivo de imagem (${accepted.join(', ')})`;
  // The library decodes what it converts, and rejects broken files itself.
  if (!IMAGE_EXTENSIONS.includes(extension)) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Only logos' fields accept no JPEG.
  const isLogo = !accepted.includes('.jpg');
  return judgePicture(bytes, extension, isLogo, () => decode(bytes, extension, file.type));
}

/** Adds to a picture's name six digits of what it shows: no two pictures share a name, in any tab. */
async function named(file: File): Promise<File> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  const hash = new Uint8Array(digest).slice(0, 3).toHex();
  const [, stem = '', extension = ''] = /^(.*?)(?:-[\da-f]{6})?(\.\w+)$/.exec(file.name) ?? [];
  return new File([file], `${stem}-${hash}${extension}`, file);
}

/** Events that this module dispatches after its inspection. */
const ownEvents = new WeakSet<Event>();

/** Passes files to the library's input once all of them are fine. */
async function inspectFiles(input: HTMLInputElement, files: File[]): Promise<void> {
  const accepted = input.accept ? input.accept.toLowerCase().split(/\s*,\s*/) : IMAGE_EXTENSIONS;
  const transfer = new DataTransfer();
  for (const file of files) {
    const expected = await inspect(file, accepted);
    if (expected !== undefined) {
      input.value = '';
      showDialog(`“${file.name}” não serve. O site precisa de ${expected}.`);
      return;
    }
    transfer.items.add(await named(file));
  }
  input.files = transfer.files;
  const event = new Event('change', { bubbles: true });
  ownEvents.add(event);
  input.dispatchEvent(event);
}

/** The file input of the nearest drop target. */
function inputAround(element: Element | null): HTMLInputElement | null {
  const input = element?.querySelector<HTMLInputElement>('input[type=file]');
  return input ?? (element?.parentElement ? inputAround(element.parentElement) : null);
}

/** Inspects every picture that is chosen or dropped, before the library sees it. */
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
    if (!input) return;
    takeOver(event, input, files);
    // Ends the highlight of the drop target.
    target.dispatchEvent(new DragEvent('dragleave', { bubbles: true }));
  };
  document.addEventListener('change', change, { capture: true });
  document.addEventListener('drop', drop, { capture: true });
}
