/** Says so when a page no longer fits the first round trip, in the words of whoever wrote the text. */
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * What a server sends before it waits for an answer: ten segments of 1,460 bytes (RFC 6928), less
 * the answer's headers. A page beyond costs a slow phone a further round trip before its first paint.
 */
export const PAGE_BUDGET_BYTES = 14_000;

/** Compresses a tenth less than the highest level, in a fiftieth of the time. */
const QUICK_QUALITY = 5;

/** Size of a text as CDNs send it: Brotli, by default at its highest level. */
export function compressedBytes(text: string, quality = constants.BROTLI_MAX_QUALITY): number {
  const content = Buffer.from(text);
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }).length;
}

/** Compressed bytes of a page that may be beyond the budget; undefined for one that surely is not. */
export function bytesOfLargePage(html: string): number | undefined {
  return html.length > PAGE_BUDGET_BYTES && compressedBytes(html, QUICK_QUALITY) > PAGE_BUDGET_BYTES
    ? compressedBytes(html)
    : undefined;
}

const inPortuguese = (bytes: number): string => bytes.toLocaleString('pt-BR');

/**
 * @param sizes compressed bytes of each page by its address
 * @returns the warning for whoever edits the texts, or undefined when every page fits
 */
export function sizeWarning(sizes: ReadonlyMap<string, number>): string | undefined {
  const lines = [...sizes]
    .filter(([, bytes]) => bytes > PAGE_BUDGET_BYTES)
    .map(
      ([address, bytes]) =>
        `  ${address}: ${inPortuguese(bytes)} bytes, ${inPortuguese(bytes - PAGE_BUDGET_BYTES)} a mais`,
    );
  if (lines.length === 0) return undefined;
  return [
    `Atenção: página acima de ${inPortuguese(PAGE_BUDGET_BYTES)} bytes (comprimida).`,
    ...lines,
    'O site foi gerado assim mesmo. Mas, num celular com sinal fraco, essa página demora bem mais para',
    'aparecer. Encurte os textos dela em src/content.',
  ].join('\n');
}
