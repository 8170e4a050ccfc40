import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

/** What CDNs compress; fonts and raster images are compressed already. */
const COMPRESSIBLE = /\.(?:html|css|js|mjs|json|svg|xml|txt|webmanifest)$/;

/** Size of some text as a CDN sends what it has compressed once and for all: Brotli at level 11. */
export async function brotli(content: Buffer): Promise<Buffer> {
  return compress(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

/** Copies a built site and puts a `.br` file beside each file that a CDN would compress. */
export async function copyCompressed(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  for (const name of await readdir(to, { recursive: true })) {
    const file = join(to, name);
    if (!COMPRESSIBLE.test(name) || !(await stat(file)).isFile()) continue;
    await writeFile(`${file}.br`, await brotli(await readFile(file)));
  }
}
