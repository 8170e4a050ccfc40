import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SONNER_FILE = fileURLToPath(import.meta.resolve('sonner'));

/** The call by which sonner puts its style sheet into the page, with the sheet as a string literal. */
const INJECTION = /^__insertCSS\(("(?:[^"\\]|\\.)*")\);?$/gm;

/**
 * The style sheet that sonner writes into a `<style>` element at run time. A policy without
 * `unsafe-inline` lets that element through by its hash alone, so the text has to be known now.
 *
 * @param code of sonner's module
 * @throws Error when sonner injects its style differently from how it is read here: the toasts of
 * such a build would have no style
 */
export function sonnerStyle(code: string = readFileSync(SONNER_FILE, 'utf8')): string {
  const literals = Array.from(code.matchAll(INJECTION), ([, literal]) => literal);
  const insertions = code.match(/__insertCSS\(|createElement\(['"]style/g) ?? [];
  // The function's own definition, the element that it creates, and the one call.
  const EXPECTED_INSERTIONS = 3;
  if (literals.length === 1 && insertions.length === EXPECTED_INSERTIONS) {
    return JSON.parse(literals[0] ?? '') as string;
  }
  throw new Error(
    'sonner no longer injects its style as src/hosting/sonner-style.ts expects (one __insertCSS ' +
      'call with a string). Its toasts would break the Content-Security-Policy: adapt that file.',
  );
}
