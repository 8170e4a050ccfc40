import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT_FILE = /\.(?:html|m?js|css|svg|xml|txt|json)$/;

/** Below this, a compressed copy saves no packet. */
const SMALLEST_WORTH_IT_BYTES = 512;

/** Writes `file.br` and `file.gz` beside a text file, at the highest levels, for servers that send them. */
export async function precompress(file: string): Promise<void> {
  if (!TEXT_FILE.test(file)) return;
  const content = await readFile(file);
  if (content.length < SMALLEST_WORTH_IT_BYTES) return;
  const brotli = await promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  await writeFile(`${file}.br`, brotli);
  await writeFile(
    `${file}.gz`,
    await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  );
}
