/** Reads the design tokens from their style sheet, for places that CSS variables do not reach. */
import { parse, type Rule } from 'postcss';

export type Tokens = ReadonlyMap<string, string>;

const DARK_THEME = /prefers-color-scheme:\s*dark/;

/**
 * Collects the custom properties that a selector sets, by theme: the dark one includes those that it leaves unchanged.
 *
 * @param selector as written in the style sheet: `:root`, `.on-deep`
 */
export function readTokens(css: string, selector = ':root') {
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
 * A token, or the one that it refers to with `var(--…)`.
 *
 * @throws Error when there is no token of that name
 */
export function resolveToken(tokens: Tokens, name: string): { name: string; value: string } {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`src/brand/tokens.css sets no ${name}.`);
  const [, reference] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  return reference === undefined ? { name, value } : resolveToken(tokens, reference);
}

/** The value of a token: see {@link resolveToken}. */
export const token = (tokens: Tokens, name: string): string => resolveToken(tokens, name).value;
