/**
 * Inspects every picture before the editor accepts it. The editor itself accepts even files that no browser
 * can show, and the check before saving sees only their names.
 */
import {
  judgeDrawing,
  judgeLogo,
  SAMPLE_SIDE_PX,
  EXPECTED_INTACT_IMAGE,
  EXPECTED_LARGER_PICTURE,
  MIN_SIDE_PX,
} from '../content/picture-rules.ts';
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

async function decode(file: File, type: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([file], { type }));
  try {
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

function alphaOf(image: HTMLImageElement): { alpha: number[]; width: number } {
  const scale = SAMPLE_SIDE_PX / Math.max(image.naturalWidth, image.naturalHeight);
  const width = Math.max(1, Math.round(image.naturalWidth * scale));
  const height = Math.max(1, Math.round(image.naturalHeight * scale));
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(image, 0, 0, width, height);
  const pixels = context?.getImageData(0, 0, width, height).data ?? [];
  return { alpha: Array.from(pixels).filter((_value, index) => index % 4 === 3), width };
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
  const isDrawing = extension === '.svg';
  if (isDrawing) {
    const refusal = judgeDrawing(new Uint8Array(await file.arrayBuffer()));
    if (refusal !== undefined) return refusal;
    if (!hasSize(await file.text())) return EXPECTED_INTACT_IMAGE;
  }
  if (/jpe?g$/.test(extension) && !isWholeJpeg(new Uint8Array(await file.arrayBuffer())))
    return EXPECTED_INTACT_IMAGE;
  const image = await decode(file, isDrawing ? 'image/svg+xml' : file.type).catch(() => undefined);
  if (!image) return EXPECTED_INTACT_IMAGE;
  const isSmall = Math.max(image.naturalWidth, image.naturalHeight) < MIN_SIDE_PX;
  if (!isDrawing && isSmall) return EXPECTED_LARGER_PICTURE;
  // Photos may have a background. Logos, whose fields accept no JPEG, may not. For some drawings, Firefox
  // reports no size.
  if (accepted.includes('.jpg') || image.naturalWidth === 0) return undefined;
  const { alpha, width } = alphaOf(image);
  return judgeLogo(alpha, width);
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
