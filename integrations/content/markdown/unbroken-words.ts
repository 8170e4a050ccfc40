import type { MarkdownIt } from 'markdown-it';

/** “e-mail”, prices and phones: a line must not end within them. */
export const UNBROKEN = /(\be-mails?\b|R\$ ?\d[\d.]*(?:,\d\d)?|\(\d\d\) ?\d{4,5}-\d{4})/i;

/** Keeps the words that {@link UNBROKEN} finds on one line. */
export function unbrokenWords({ renderer: { rules }, utils }: MarkdownIt): void {
  const whole = (word: string): string => `<span class="whitespace-nowrap">${word}</span>`;
  rules['text'] = rules['text_special'] = (tokens, index) =>
    (tokens[index]?.content ?? '')
      .split(UNBROKEN)
      .map(utils.escapeHtml)
      .map((part, position) => (position % 2 === 1 ? whole(part) : part))
      .join('');
}
