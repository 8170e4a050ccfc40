/** Warns whoever wrote its text when a page no longer fits the first round trip. */
import { brotliCompressSync, constants } from 'node:zlib';
import { PAGE_BUDGET_BYTES } from '../lib/page-budget.ts';

/** Size of a text as CDNs send it: Brotli at its highest level. */
export function compressedBytes(text: string): number {
  return brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) },
  }).length;
}

/**
 * @param sizes compressed bytes of pages, by their path
 * @returns the warning for whoever edits the texts, or undefined when every page fits
 */
export function sizeWarning(sizes: ReadonlyMap<string, number>): string | undefined {
  const lines = Array.from(sizes)
    .filter(([, bytes]) => bytes > PAGE_BUDGET_BYTES)
    .map(([path, bytes]) => {
      const excess = bytes - PAGE_BUDGET_BYTES;
      return `  ${path}: ${bytes.toLocaleString('pt-BR')} bytes, ${excess.toLocaleString('pt-BR')} a mais`;
    });
  if (lines.length === 0) return undefined;
  return `Atenção: página comprida demais para a primeira resposta do servidor.
${lines.join('\n')}
O site foi gerado assim mesmo. Mas, num celular com sinal fraco, essa página demora bem mais para
aparecer. Encurte os textos dela em src/content.`;
}
