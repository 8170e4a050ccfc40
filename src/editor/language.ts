/**
 * Sets the editor's language before its library runs: the library reads it as soon as it is loaded,
 * so this is a module of its own, imported first.
 */
const PREFERENCES_KEY = 'sveltia-cms.prefs';

// The site and its editors speak Portuguese, whatever language the browser came in. Who has chosen
// another one in the editor keeps it.
if (localStorage.getItem(PREFERENCES_KEY) === null) {
  localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ locale: 'pt-BR' }));
}

export {};
