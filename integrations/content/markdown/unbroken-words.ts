import type { Element, ElementContent, Root, Text } from 'hast';
import { SKIP, visit } from 'unist-util-visit';

/** “e-mail”, prices and phones: a line must not end within them. */
export const UNBROKEN = /(\be-mails?\b|R\$ ?\d[\d.]*(?:,\d\d)?|\(\d\d\) ?\d{4,5}-\d{4})/i;

/** “a gente”, and a number with what it is: a line must not end between. */
const PAIRS =
  /(?<![\p{Letter}\d])(a(?= gente)|CNPJ|CEP|nº|art\.|artigo|inciso) (?=gente|\d|[IVX]+\b)/giu;

/** Joins {@link PAIRS} by a space that does not break. */
export function joinPairs(text: string): string {
  return text.replace(PAIRS, '$1\u00A0');
}

const text = (value: string): Text => ({ type: 'text', value });

/** Keeps the words that {@link UNBROKEN} finds on one line. */
export function unbrokenWords() {
  return (tree: Root): void => {
    visit(tree, 'text', (node, index, parent) => {
      const parts = joinPairs(node.value).split(UNBROKEN);
      node.value = parts.join('');
      if (parts.length === 1 || !parent || index === undefined) return undefined;
      const nodes = parts.flatMap((part, position): ElementContent[] => {
        if (part === '') return [];
        const isWhole = position % 2 === 1;
        const properties = { className: ['whitespace-nowrap'] };
        const whole: Element = {
          type: 'element',
          tagName: 'span',
          properties,
          children: [text(part)],
        };
        return [isWhole ? whole : text(part)];
      });
      parent.children.splice(index, 1, ...nodes);
      return [SKIP, index + nodes.length];
    });
  };
}
