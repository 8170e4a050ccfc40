import { attention } from 'micromark-core-commonmark';
import type { Code, Extension, Token, Tokenizer } from 'micromark-util-types';

const ASTERISK = 42;

/** micromark's codes for line ends and tabs are negative; null is the end of the file. */
function isSpace(code: Code): boolean {
  return code === null || code < 0 || /\s/.test(String.fromCodePoint(code));
}

/** Lets two asterisks open or close bold wherever no whitespace is in the way. */
const tokenize: Tokenizer = function (effects, ok, nok) {
  const { previous } = this;
  let sequence: Token | undefined;
  const watched = { ...effects, exit: (type: Token['type']) => (sequence = effects.exit(type)) };
  const done = (code: Code) => {
    if (sequence && sequence.end.offset - sequence.start.offset > 1) {
      sequence._open = !isSpace(code);
      sequence._close = !isSpace(previous);
    }
    return ok(code);
  };
  return attention.tokenize.call(this, watched, done, nok);
};

/** Parses `**(sim)**não`, which the editor's bold button writes, as bold. */
export const BOLD_BESIDE_LETTERS: Extension = { text: { [ASTERISK]: { ...attention, tokenize } } };
