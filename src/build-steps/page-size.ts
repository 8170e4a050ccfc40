/** Warns whoever wrote its text when a page no longer fits the first round trip, or hardly does. */
import { brotliCompressSync, constants } from 'node:zlib';
import { attributeOf, elementsOf, textNodesOf, type Element } from '../lib/html.ts';
import { PAGE_BUDGET_BYTES } from '../lib/page-budget.ts';

/** Less than one more section takes. */
const NEARLY_FULL_BYTES = 200;

/** Size of a text as CDNs send it: Brotli at its highest level. */
export function compressedBytes(text: string): number {
  return brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) },
  }).length;
}

/** What people call the part of a page that an element is, apart from the text. */
function partOf(element: Element): string | undefined {
  if (attributeOf(element, 'http-equiv') !== undefined) return 'política de segurança';
  return { style: 'estilo', svg: 'desenhos', script: 'scripts' }[element.tagName];
}

/**
 * Where the bytes of a page are, the most first.
 *
 * @returns by part, the compressed bytes that leaving it out would save
 */
export function bytesByPart(html: string): Map<string, number> {
  const ranges = new Map<string, [start: number, end: number][]>();
  for (const element of elementsOf(html)) {
    const part = partOf(element);
    const id = attributeOf(element, 'id');
    const isSection = element.tagName === 'section' && id !== undefined;
    const nodes = isSection ? textNodesOf(element) : part === undefined ? [] : [element];
    const name = isSection ? `texto de “${id}”` : (part ?? '');
    for (const { sourceCodeLocation: at } of nodes) {
      if (at) ranges.set(name, [...(ranges.get(name) ?? []), [at.startOffset, at.endOffset]]);
    }
  }
  const whole = compressedBytes(html);
  const saved = Array.from(ranges, ([name, cuts]): [string, number] => {
    const rest = cuts.reduceRight(
      (text, [start, end]) => text.slice(0, start) + text.slice(end),
      html,
    );
    return [name, whole - compressedBytes(rest)];
  });
  return new Map(saved.sort(([, one], [, other]) => other - one));
}

const inPortuguese = (bytes: number): string => bytes.toLocaleString('pt-BR');

/**
 * @param pages HTML of the built pages, by their path
 * @returns the warning for whoever edits the texts, or undefined when every page fits
 */
export function sizeWarning(pages: ReadonlyMap<string, string>): string | undefined {
  const lines = Array.from(pages).flatMap(([path, html]) => {
    const bytes = compressedBytes(html);
    const left = PAGE_BUDGET_BYTES - bytes;
    if (left >= NEARLY_FULL_BYTES) return [];
    const verdict = left < 0 ? `${inPortuguese(-left)} a mais` : `só cabem mais ${left}`;
    const parts = Array.from(bytesByPart(html), ([part, size]) => `${part} ${inPortuguese(size)}`);
    return `  ${path}: ${inPortuguese(bytes)} bytes, ${verdict} (${parts.join(', ')})`;
  });
  if (lines.length === 0) return undefined;
  return `Atenção: página comprida demais, ou quase, para a primeira resposta do servidor.
${lines.join('\n')}
O site foi gerado assim mesmo. Mas, num celular com sinal fraco, uma página com mais de
${inPortuguese(PAGE_BUDGET_BYTES)} bytes demora bem mais para aparecer. Encurte os textos dela em src/content.`;
}
