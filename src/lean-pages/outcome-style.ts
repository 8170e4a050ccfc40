import { readFileSync } from 'node:fs';
import { parse } from 'postcss';
import type { Plugin } from 'vite';
import { removeWithEmptyParents, withConstantTokens } from './constant-tokens.ts';

/** Vite compiles a sheet that is asked for by its address under this query. */
const OUTCOME_SHEET = /\/outcome\.css\?(?:.*&)?transform-only/;

const TOKENS_SHEET = new URL('../styles/tokens.css', import.meta.url);

/**
 * @param css that asks for tokens
 * @param tokens the sheet that sets them, on `:root`
 * @returns the style with each token that has one value written where it is used; the others are for
 * the page to set
 */
export function withTokensWritten(css: string, tokens: string): string {
  const root = parse(tokens);
  root.walkAtRules('layer', (layer) => {
    layer.replaceWith(layer.nodes ?? []);
  });
  const whole = parse(withConstantTokens(`${root.toString()}${css}`));
  whole.walkRules(':root', removeWithEmptyParents);
  return whole.toString();
}

/**
 * Has no page carry a token for the sake of the sheet that comes with the islands' scripts
 * (`src/styles/outcome.css`), unless its value changes with theme or screen.
 */
export function outcomeStyle(): Plugin {
  return {
    name: 'lean-pages:outcome-style',
    apply: 'build',
    transform: {
      filter: { id: OUTCOME_SHEET },
      handler: (css) => withTokensWritten(css, readFileSync(TOKENS_SHEET, 'utf8')),
    },
  };
}
