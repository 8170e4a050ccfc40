/** The brand's mark without a style sheet, for social images and icons of a fixed size. */
import { readFileSync } from 'node:fs';
import { readTokens, token } from './tokens.ts';

const { light } = readTokens(readFileSync('src/brand/tokens.css', 'utf8'));

/** For a surface of `--color-deep`. */
export const MARK_ON_DEEP = readFileSync('src/brand/mark.svg', 'utf8')
  .replaceAll('currentColor', token(light, '--color-on-deep'))
  .replaceAll('var(--color-action)', token(light, '--color-glow'));

export const TILE_COLOR = token(light, '--color-deep');
