import mark from '../assets/brand/mark.svg?raw';
import tokensCss from '../styles/tokens.css?raw';
import { readTokens, token, type Tokens } from './tokens.ts';

/**
 * The mark for the tab of a light or a dark browser, as a `data:` URL of double quotes. As a file,
 * Chromium may ask for it before the first paint (docs/performance.md).
 */
export function faviconUrl(): string {
  const { light, dark } = readTokens(tokensCss);
  const rule = (theme: Tokens, ink: `--${string}`): string =>
    `svg{color:${token(theme, ink)};--color-action:${token(theme, '--color-action')}}`;
  const style =
    `<style>${rule(light, '--color-deep')}` +
    `@media(prefers-color-scheme:dark){${rule(dark, '--color-on-deep')}}</style>`;
  const drawing = mark.trim().replace('</svg>', `${style}</svg>`);
  return `data:image/svg+xml,${drawing.replaceAll('#', '%23')}`;
}
