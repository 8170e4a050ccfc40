/** Looks at the pixels of an image: its head may be whole where the rest is not. */

const THUMBNAIL_SIDE_PIXELS = 64;
/** Less is see-through: more than half of the page behind it shows. */
const OPAQUE_FROM = 128;

/**
 * Reads a whole raster image.
 *
 * @returns whether a part of it lets the page behind it show
 * @throws where a part of the file is missing or no image
 */
export async function hasTransparency(bytes: Buffer): Promise<boolean> {
  // Most content has drawings only, and the library takes its time to load.
  const { default: sharp } = await import('sharp');
  const side = THUMBNAIL_SIDE_PIXELS;
  const opacities = await sharp(bytes, { failOn: 'truncated' })
    .resize(side, side, { fit: 'fill' })
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer();
  return opacities.some((opacity) => opacity < OPAQUE_FROM);
}
