/** Runs in the browser, on the editor's page only. */
import './language.ts';
import { init, type CmsConfig } from '@sveltia/cms';

const config = document.querySelector('#editor-config')?.textContent ?? '';
void init({ config: JSON.parse(config) as CmsConfig });
