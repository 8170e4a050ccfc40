import { AtRule, parse, Root, Rule, type Container, type Declaration } from 'postcss';

const REFERENCE = /var\(\s*(--[^\s,()]+)\s*\)/gi;
const REFERENCE_WITH_FALLBACK = /var\(\s*(--[^\s,()]+)\s*,/gi;

/** Whether a declaration holds for all of the page, whatever its theme, size or medium. */
const isAtRoot = ({ parent }: Declaration): boolean =>
  parent instanceof Rule && parent.selector === ':root' && parent.parent instanceof Root;

/** Removes a rule, and the conditions under which nothing is left then. */
export function removeWithEmptyParents(node: Container): void {
  const { parent } = node;
  node.remove();
  if (parent instanceof AtRule && parent.nodes?.length === 0) removeWithEmptyParents(parent);
}

/**
 * Writes each token that has one value only where it is used: a token that nothing changes costs a
 * page its name as well as its value.
 *
 * @param css of a page
 * @param kept names, with their dashes, that markup or scripts ask for as well
 */
export function withConstantTokens(css: string, kept: readonly string[] = []): string {
  const root = parse(css);
  const declarations = new Map<string, Declaration[]>();
  root.walkDecls(/^--/, (declaration) => {
    const same = declarations.get(declaration.prop) ?? [];
    declarations.set(declaration.prop, [...same, declaration]);
  });

  const stay = new Set([
    ...kept,
    ...Array.from(css.matchAll(REFERENCE_WITH_FALLBACK), ([, name]) => name),
  ]);

  const constants = new Map<string, string>();
  const asConstants = (value: string): string =>
    value.replace(REFERENCE, (reference, name: string) => constants.get(name) ?? reference);
  for (const [name, [declaration, ...others]] of declarations) {
    if (!declaration || others.length > 0 || stay.has(name) || !isAtRoot(declaration)) continue;
    const value = asConstants(declaration.value);
    // What it refers to may have another value where it is used.
    if (value.includes('var(')) continue;
    constants.set(name, value);
    declaration.remove();
  }
  root.walkDecls((declaration) => {
    declaration.value = asConstants(declaration.value);
  });
  root.walkRules((rule) => {
    if (rule.nodes.length === 0) removeWithEmptyParents(rule);
  });
  return root.toString();
}
