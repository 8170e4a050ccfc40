/** Runs before the editor's library and zod load, since both read these settings. */
import { config } from 'zod';

// The library follows the browser's language; the site and its editors use Portuguese. With the library's
// own setting, it would still offer English in an English browser.
Object.defineProperties(navigator, {
  language: { value: 'pt-BR' },
  languages: { value: ['pt-BR'] },
});

// Zod would test whether it may compile code, which the page's policy forbids.
config({ jitless: true });

// Dynamic: static imports run first.
void import('./main.ts');
