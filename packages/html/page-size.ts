import { brotliCompressSync, constants } from 'node:zlib';

/** Size of a text as CDNs send it: Brotli at its highest level. */
export function compressedBytes(text: string): number {
  return brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) },
  }).length;
}
