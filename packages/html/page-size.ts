import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Initial congestion window: ten segments of 1,460 bytes (RFC 6928), less the response headers. A longer
 * page costs a slow phone one more round trip before its first paint.
 */
export const PAGE_BUDGET_BYTES = 14_000;

/** Less than another section needs. */
const NEARLY_FULL_BYTES = 200;

/** Size of a text as CDNs send it: Brotli at its highest level. */
export function compressedBytes(text: string): number {
  return brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) },
  }).length;
}

const inPortuguese = (bytes: number): string => bytes.toLocaleString('pt-BR');

/**
 * @param pages HTML of the built pages, by path
 * @returns the warning for editors about pages that exceed, or nearly exceed, the first round trip
 */
export function sizeWarning(pages: ReadonlyMap<string, string>): string | undefined {
  const lines = Array.from(pages).flatMap(([path, html]) => {
    const bytes = compressedBytes(html);
    const left = PAGE_BUDGET_BYTES - bytes;
    if (left >= NEARLY_FULL_BYTES) return [];
    const verdict = left < 0 ? `${inPortuguese(-left)} a mais` : `só cabem mais ${left}`;
    return `  ${path}: ${inPortuguese(bytes)} bytes, ${verdict}`;
  });
  if (lines.length === 0) return undefined;
  return `Atenção: página comprida demais, ou quase, para a primeira resposta do servidor.
${lines.join('\n')}
O site foi gerado assim mesmo. Mas, num celular com sinal fraco, uma página com mais de
${inPortuguese(PAGE_BUDGET_BYTES)} bytes demora bem mais para aparecer. Encurte os textos dela.`;
}
