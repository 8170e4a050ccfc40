import type { Plugin } from 'vite';

const SONNER_MODULE = /\/node_modules\/sonner\/dist\/index\.mjs$/;

/** The call by which sonner puts its style sheet into the page, with the sheet as a string literal. */
const INSERTION = /^__insertCSS\("(?:[^"\\]|\\.)*"\);?$/gm;

/** What else could insert one: the function itself, and the element that it creates. */
const TRACE = /__insertCSS\(|createElement\(['"]style/g;
const EXPECTED_TRACES = 2;

/**
 * @param code of sonner's module
 * @returns the module without its style sheet
 * @throws Error when sonner inserts its style differently from how it is read here
 */
export function withoutInsertedStyle(code: string): string {
  const without = code.replace(INSERTION, '');
  if (without !== code && (without.match(TRACE) ?? []).length === EXPECTED_TRACES) return without;
  throw new Error(
    'sonner no longer inserts its style as src/lean-pages/sonner-style.ts expects (one ' +
      '__insertCSS call with a string). The policy of the pages forbids what it does now: adapt ' +
      'that file.',
  );
}

/**
 * Has sonner's style come from a file, as part of `src/styles/outcome.css`: written into the page, it
 * would cost every page's policy two hashes, and the script three kilobytes.
 */
export function sonnerStyleFromFile(): Plugin {
  return {
    name: 'lean-pages:sonner-style',
    apply: 'build',
    transform: { filter: { id: SONNER_MODULE }, handler: withoutInsertedStyle },
  };
}
