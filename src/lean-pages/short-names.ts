import { parse, type Rule } from 'postcss';
import selectorParser, { type Root as Selectors } from 'postcss-selector-parser';

/** A script counts as one tag: what it compares may look like others. */
const TAG = /<script[ >].*?<\/script>|<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gis;
const CLASS_ATTRIBUTE = /( class=")([^"]*)"/;
const REFERENCE = /(var\(\s*)(--[\w-]+)/gi;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** There is nothing to gain on a name as short as that. */
const LONGEST_KEPT_LETTERS = 5;

/** How often each name occurs. */
type Counts = Map<string, number>;

function count(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** a, b, … z, aa, ab, …; never one that is taken. */
function* unusedNames(taken: ReadonlySet<string>): Generator<string, never> {
  for (let index = 0; ; index += 1) {
    let name = '';
    for (let rest = index; rest >= 0; rest = Math.floor(rest / LETTERS.length) - 1) {
      name = `${LETTERS.charAt(rest % LETTERS.length)}${name}`;
    }
    if (!taken.has(name)) yield name;
  }
}

/**
 * What names are called from now on: the shorter, the more often they occur.
 *
 * @param taken further names that must not come up
 * @param prefix that all of them have
 */
function shorten(
  counts: Counts,
  kept: ReadonlySet<string>,
  taken: Iterable<string> = [],
  prefix = '',
): Map<string, string> {
  const names = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const unused = unusedNames(
    new Set([...names, ...taken].map((name) => name.slice(prefix.length))),
  );
  const isKept = (name: string): boolean =>
    kept.has(name) || name.length - prefix.length <= LONGEST_KEPT_LETTERS;
  return new Map(
    names.filter((name) => !isKept(name)).map((name) => [name, `${prefix}${unused.next().value}`]),
  );
}

/**
 * Gives a page's classes and tokens names of a letter or two: half a kilobyte of the compressed home
 * page was names that tell developers what only a browser reads.
 *
 * @param markup of the page, without its style
 * @param css of the page
 * @param kept words that may name a class or a token in a script or in another style sheet
 */
export function withShortNames(
  markup: string,
  css: string,
  kept: ReadonlySet<string>,
): { markup: string; css: string } {
  const root = parse(css);
  const classCounts: Counts = new Map();
  const tokenCounts: Counts = new Map();
  const selectors = new Map<Rule, Selectors>();
  root.walkRules((rule) => {
    const parsed = selectorParser().astSync(rule);
    selectors.set(rule, parsed);
    parsed.walkClasses(({ value }) => {
      count(classCounts, value);
    });
  });
  root.walkDecls(({ prop, value }) => {
    if (prop.startsWith('--')) count(tokenCounts, prop);
    for (const [, , name = ''] of value.matchAll(REFERENCE)) count(tokenCounts, name);
  });
  const classes = shorten(classCounts, kept);
  // Other sheets have tokens of one letter; no script has such a class, though such words in plenty.
  const foreignTokens = [...kept].filter((name) => name.startsWith('--'));
  // In markup, a drawing's colour cannot be told from what somebody writes about one.
  const writtenTokens = Array.from(markup.matchAll(REFERENCE), ([, , name = '']) => name);
  const tokens = shorten(tokenCounts, new Set([...kept, ...writtenTokens]), foreignTokens, '--');

  for (const [rule, parsed] of selectors) {
    parsed.walkClasses((node) => {
      node.value = classes.get(node.value) ?? node.value;
    });
    rule.selector = parsed.toString();
  }
  root.walkDecls((declaration) => {
    declaration.prop = tokens.get(declaration.prop) ?? declaration.prop;
    declaration.value = declaration.value.replace(
      REFERENCE,
      (_, start: string, name: string) => `${start}${tokens.get(name) ?? name}`,
    );
  });

  const withShortClasses = (tag: string): string =>
    tag.replace(CLASS_ATTRIBUTE, (_, start: string, names: string) => {
      const list = names.split(/\s+/).map((name) => classes.get(name) ?? name);
      return `${start}${list.join(' ')}"`;
    });
  return {
    markup: markup.replace(TAG, (tag) => (tag.startsWith('<script') ? tag : withShortClasses(tag))),
    css: root.toString(),
  };
}
