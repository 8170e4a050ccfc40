/**
 * Packs PNGs into an .ico file, which browsers since Internet Explorer 11 read.
 * https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const TYPE_ICON = 1;
const PLANES = 1;
const BITS_PER_PIXEL = 32;

export interface IcoImage {
  /** Less than 256. */
  sidePx: number;
  png: Uint8Array;
}

export function packIco(images: readonly IcoImage[]): Uint8Array<ArrayBuffer> {
  const directoryBytes = HEADER_BYTES + ENTRY_BYTES * images.length;
  const file = new Uint8Array(images.reduce((sum, { png }) => sum + png.length, directoryBytes));
  const view = new DataView(file.buffer);
  view.setUint16(2, TYPE_ICON, true);
  view.setUint16(4, images.length, true);
  let imageAt = directoryBytes;
  images.forEach(({ sidePx, png }, index) => {
    const entryAt = HEADER_BYTES + ENTRY_BYTES * index;
    view.setUint8(entryAt, sidePx);
    view.setUint8(entryAt + 1, sidePx);
    view.setUint16(entryAt + 4, PLANES, true);
    view.setUint16(entryAt + 6, BITS_PER_PIXEL, true);
    view.setUint32(entryAt + 8, png.length, true);
    view.setUint32(entryAt + 12, imageAt, true);
    file.set(png, imageAt);
    imageAt += png.length;
  });
  return file;
}
