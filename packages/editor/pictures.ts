/** Reads pictures as a browser does. */
import {
  readToEnd,
  SAMPLE_SIDE_PX,
  type PictureHeader,
  type Sample,
} from '@site/content/picture-rules';

const MIME_TYPES: Record<string, string> = { svg: 'image/svg+xml', jpg: 'image/jpeg' };

export function mimeType(extension: string): string {
  return MIME_TYPES[extension] ?? `image/${extension}`;
}

export async function decodePicture(
  bytes: Uint8Array<ArrayBuffer>,
  header: PictureHeader,
): Promise<Sample> {
  readToEnd(bytes, header.format);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([bytes], { type: mimeType(header.format) }));
  await image.decode().finally(() => {
    URL.revokeObjectURL(image.src);
  });
  // Firefox draws nothing of some drawings.
  if (image.naturalWidth === 0) return { alpha: [], width: 0 };
  const scale = SAMPLE_SIDE_PX / Math.max(header.width, header.height);
  const width = Math.max(1, Math.round(header.width * scale));
  const height = Math.max(1, Math.round(header.height * scale));
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(image, 0, 0, width, height);
  const pixels = context?.getImageData(0, 0, width, height).data ?? [];
  return { alpha: Array.from(pixels).filter((_value, index) => index % 4 === 3), width };
}
