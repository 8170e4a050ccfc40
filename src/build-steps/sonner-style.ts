import type { Plugin } from 'vite';

const SONNER_MODULE = /\/node_modules\/sonner\/dist\/index\.mjs$/;

/** The call by which sonner puts its style sheet into the page, with the sheet as a string literal. */
const INSERTION = /^__insertCSS\("(?:[^"\\]|\\.)*"\);?$/m;

/**
 * @param code of sonner's module
 * @returns the module without its style sheet
 * @throws Error when sonner inserts its style in another way
 */
export function withoutInsertedStyle(code: string): string {
  if (INSERTION.test(code)) return code.replace(INSERTION, '');
  throw new Error(
    'sonner no longer inserts its style by a __insertCSS call with a string, and the policy of the ' +
      'pages forbids what it does now: adapt src/build-steps/sonner-style.ts.',
  );
}

/**
 * Has sonner's style come from a file, as part of `src/islands/form-status.css`. Without this step,
 * the policy of every page needs the hashes of the two sheets that sonner would write into it.
 */
export const sonnerStyleFromFile: Plugin = {
  name: 'build-steps:sonner-style',
  transform: { filter: { id: SONNER_MODULE }, handler: withoutInsertedStyle },
};
