import mark from '../brand/mark.svg?raw';
import tokensCss from '../brand/tokens.css?raw';
import { readTokens, token, type Tokens } from './tokens.ts';

const { light, dark } = readTokens(tokensCss);
const rule = (theme: Tokens, ink: `--${string}`): string =>
  `svg{color:${token(theme, ink)};--color-action:${token(theme, '--color-action')}}`;
const style =
  `<style>${rule(light, '--color-deep')}` +
  `@media(prefers-color-scheme:dark){${rule(dark, '--color-on-deep')}}</style>`;

/**
 * The brand's mark for light and dark browser tabs, as a `data:` URL with double quotes but no single ones.
 * Chromium may request a file before the first paint (docs/performance.md).
 */
export const FAVICON_URL = `data:image/svg+xml,${mark
  // An XML declaration or a comment may stand before it, and no URL has line breaks.
  .slice(mark.indexOf('<svg'))
  .trim()
  .replaceAll(/\s+/g, ' ')
  .replace(/<\/svg>$/, `${style}</svg>`)
  .replaceAll('%', '%25')
  .replaceAll('#', '%23')
  .replaceAll("'", '%27')}`;
