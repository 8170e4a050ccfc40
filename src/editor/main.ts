/** Runs in the browser, on the editor's page only. */
import './first.ts';
import { init, registerEventListener, type CmsConfig } from '@sveltia/cms';
import { checkBeforeSave } from './check-entry.ts';

const config = document.querySelector('#editor-config')?.textContent ?? '';
registerEventListener({ name: 'preSave', handler: checkBeforeSave });
void init({ config: JSON.parse(config) as CmsConfig });
