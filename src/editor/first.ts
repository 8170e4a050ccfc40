/** Runs first in the browser, on the editor's page only: its library and zod look here as they load. */
import { config } from 'zod';

const PREFERENCES_KEY = 'sveltia-cms.prefs';

// The site and its editors speak Portuguese, whatever language the browser came in. Who has chosen
// another one in the editor keeps it.
if (localStorage.getItem(PREFERENCES_KEY) === null) {
  localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ locale: 'pt-BR' }));
}

// Zod would try whether it may compile code, which the page's policy forbids.
config({ jitless: true });

// Not imported above: what is runs before this module, in whatever file it ends up.
void import('./main.ts');
