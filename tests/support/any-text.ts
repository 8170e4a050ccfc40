import fc from 'fast-check';

const isHalfCharacter = (code: number) => code >= 0xd800 && code <= 0xdfff;
const character = fc
  .nat(0x10ffff)
  .filter((code) => !isHalfCharacter(code))
  .map((code) => String.fromCodePoint(code));

/** Any characters. The unit `binary` of fast-check means the same, but takes seconds to build a table of them. */
export const anyText = (maxLength: number) => fc.string({ unit: character, maxLength });
