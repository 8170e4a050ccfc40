/** Reads the design tokens out of their style sheet, for whatever cannot use CSS variables. */
import { parse, type Rule } from 'postcss';

export type Tokens = ReadonlyMap<string, string>;

interface ThemeTokens {
  light: Tokens;
  /** Complete: what the dark theme leaves alone is as in the light one. */
  dark: Tokens;
}

const DARK_THEME = /prefers-color-scheme:\s*dark/;

/**
 * Collects custom properties that a rule of this selector sets, by theme.
 *
 * @param selector as it is written in the style sheet: `:root`, `.on-deep`
 */
export function readTokens(css: string, selector = ':root'): ThemeTokens {
  const light = new Map<string, string>();
  const dark = new Map<string, string>();
  const collectInto = (tokens: Map<string, string>) => (rule: Rule) => {
    if (rule.selector !== selector) return;
    rule.each((node) => {
      if (node.type === 'decl' && node.variable) tokens.set(node.prop, node.value);
    });
  };
  const sheet = parse(css);
  sheet.walkAtRules('media', (media) => {
    if (!DARK_THEME.test(media.params)) return;
    media.walkRules(collectInto(dark));
    media.remove();
  });
  sheet.walkRules(collectInto(light));
  return { light, dark: new Map([...light, ...dark]) };
}

/**
 * The value of a token.
 *
 * @throws Error when there is no token of that name
 */
export function token(tokens: Tokens, name: `--${string}`): string {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`src/brand/tokens.css sets no ${name}.`);
  return value;
}
