import type { Plugin } from 'vite';

const SONNER_MODULE = /\/node_modules\/sonner\/dist\/index\.mjs$/;

/** The call that inserts sonner's style sheet, a string literal, into the page. */
const INSERTION = /^__insertCSS\("(?:[^"\\]|\\.)*"\);?$/m;

/**
 * @param code of sonner's module
 * @returns the module without its style sheet
 * @throws Error when sonner inserts its style differently
 */
export function withoutInsertedStyle(code: string): string {
  if (INSERTION.test(code)) return code.replace(INSERTION, '');
  throw new Error(
    'sonner no longer inserts its style by a __insertCSS call with a string, and the policy of the ' +
      'pages forbids what it does now: adapt packages/finish/sonner-style.ts.',
  );
}

/**
 * Removes sonner's own insertion of its style sheet, which the site's own imports. Without this
 * step, the policy of every page needs the hashes of the two sheets that sonner inserts.
 */
export const sonnerStyleFromFile: Plugin = {
  name: 'finish:sonner-style',
  transform: { filter: { id: SONNER_MODULE }, handler: withoutInsertedStyle },
};
