import type { Plugin } from 'vite';

const SONNER_MODULE = /\/node_modules\/sonner\/.*\.m?js$/;

/** The call that inserts sonner's style sheet, a string literal, into the page. */
const INSERTION = /^__insertCSS\("(?:[^"\\]|\\.)*"\);?$/m;

/**
 * Removes sonner's own insertion of its style sheet, which the site's own imports. Without this
 * step, the policy of every page needs the hashes of the two sheets that sonner inserts.
 *
 * @throws Error, which stops the build, when sonner inserts its style differently
 */
export function sonnerStyleFromFile(): Plugin {
  let [isRead, isRemoved] = [false, false];
  return {
    name: 'finish:sonner-style',
    transform: {
      filter: { id: SONNER_MODULE },
      handler(code) {
        isRead = true;
        isRemoved ||= INSERTION.test(code);
        return code.replace(INSERTION, '');
      },
    },
    buildEnd(error) {
      if (error || isRemoved || !isRead) return;
      throw new Error(
        'sonner no longer inserts its style by a __insertCSS call with a string, and the policy of the ' +
          'pages forbids what it does now: adapt packages/finish/sonner-style.ts.',
      );
    },
  };
}
