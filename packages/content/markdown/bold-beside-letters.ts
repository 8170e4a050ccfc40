import type { MarkdownIt } from 'markdown-it';

/**
 * Lets two asterisks or tildes open or close wherever no whitespace is in the way: `**(sim)**não`, as the
 * editor's bold button writes it. A single asterisk between figures multiplies.
 */
export function boldBesideLetters({ inline }: MarkdownIt): void {
  inline.State = class extends inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord);
      const before = this.src.charAt(start - 1);
      const after = this.src.charAt(start + scanned.length);
      const isProduct = /\d\*\d/.test(this.src.slice(start - 1, start + 2));
      if (isProduct) return { ...scanned, can_open: false, can_close: false };
      if (scanned.length < 2 || this.src.startsWith('_', start)) return scanned;
      return { ...scanned, can_open: /\S/.test(after), can_close: /\S/.test(before) };
    }
  };
}
