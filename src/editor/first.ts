/** Runs before the editor's library and zod load: both look here. */
import { config } from 'zod';

// The library speaks the browser's language; the site and its editors speak Portuguese. Its own
// setting would do, but a browser in English would then be offered English.
Object.defineProperties(navigator, {
  language: { value: 'pt-BR' },
  languages: { value: ['pt-BR'] },
});

// Zod would try whether it may compile code, which the page's policy forbids.
config({ jitless: true });

// Dynamic: static imports run first.
void import('./main.ts');
