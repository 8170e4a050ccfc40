/** Says so when a page no longer fits the first round trip, to whoever wrote its text. */
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * What a server sends before it waits for an answer: ten segments of 1,460 bytes (RFC 6928), less
 * the answer's headers. A longer page costs a slow phone a further round trip before its first paint.
 */
export const PAGE_BUDGET_BYTES = 14_000;

/** Compresses a tenth less than the highest level, in a fiftieth of the time. */
const QUICK_QUALITY = 5;

/** Size of a text as CDNs send it: Brotli, by default at its highest level. */
export function compressedBytes(text: string, quality = constants.BROTLI_MAX_QUALITY): number {
  return brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality },
  }).length;
}

/** Compressed bytes of a page beyond the budget; undefined for one that fits. */
export function bytesOfLargePage(html: string): number | undefined {
  if (compressedBytes(html, QUICK_QUALITY) <= PAGE_BUDGET_BYTES) return undefined;
  const bytes = compressedBytes(html);
  return bytes > PAGE_BUDGET_BYTES ? bytes : undefined;
}

const inPortuguese = (bytes: number): string => bytes.toLocaleString('pt-BR');

/**
 * @param sizes compressed bytes of each page beyond the budget, by its path
 * @returns the warning for whoever edits the texts
 */
export function sizeWarning(sizes: ReadonlyMap<string, number>): string {
  return [
    `Atenção: página acima de ${inPortuguese(PAGE_BUDGET_BYTES)} bytes (comprimida).`,
    ...Array.from(
      sizes,
      ([path, bytes]) =>
        `  ${path}: ${inPortuguese(bytes)} bytes, ${inPortuguese(bytes - PAGE_BUDGET_BYTES)} a mais`,
    ),
    'O site foi gerado assim mesmo. Mas, num celular com sinal fraco, essa página demora bem mais para',
    'aparecer. Encurte os textos dela em src/content.',
  ].join('\n');
}
