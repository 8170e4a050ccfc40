import type { MarkdownIt } from 'markdown-it';

/** “e-mail”, prices and phones: a line must not end within them. */
export const UNBROKEN = /(\be-mails?\b|R\$ ?\d[\d.]*(?:,\d\d)?|\(\d\d\) ?\d{4,5}-\d{4})/i;

/** “a gente”, and a number with what it is: a line must not end between. */
const PAIRS =
  /(?<![\p{Letter}\d])(a(?= gente)|CNPJ|CEP|nº|art\.|artigo|inciso) (?=gente|\d|[IVX]+\b)/giu;

/** Joins {@link PAIRS} by a space that does not break. */
export function joinPairs(text: string): string {
  return text.replace(PAIRS, '$1\u00A0');
}

/**
 * Keeps the words that {@link UNBROKEN} finds on one line, and joins pairs.
 *
 * @param className of such words, which the site styles
 */
export function unbrokenWords({ renderer: { rules }, utils }: MarkdownIt, className: string): void {
  const whole = (word: string): string => `<span class="${className}">${word}</span>`;
  rules['text'] = rules['text_special'] = (tokens, index) =>
    joinPairs(tokens[index]?.content ?? '')
      .split(UNBROKEN)
      .map(utils.escapeHtml)
      .map((part, position) => (position % 2 === 1 ? whole(part) : part))
      .join('');
}
