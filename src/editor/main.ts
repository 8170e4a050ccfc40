/** Runs in the browser, on the editor's page only. */
import { init, type CmsConfig } from '@sveltia/cms';

const PREFERENCES_KEY = 'sveltia-cms.prefs';

// The site and its editors speak Portuguese, whatever language the browser came in.
if (localStorage.getItem(PREFERENCES_KEY) === null) {
  localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ locale: 'pt-BR' }));
}

const config = document.querySelector('#editor-config')?.textContent ?? '';
void init({ config: JSON.parse(config) as CmsConfig });
