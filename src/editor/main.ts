import { init, registerCustomFormat, registerEventListener, type CmsConfig } from '@sveltia/cms';
import type { Site } from '../content-check/links.ts';
import { checkBeforeSave } from './check-entry.ts';
import { FILE_FORMATS } from './file-formats.ts';
import { registerPreviews } from './preview/register.ts';

function readJson(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? '');
}

for (const [name, { extension, ...methods }] of Object.entries(FILE_FORMATS)) {
  registerCustomFormat(name, extension, methods);
}
const site = readJson('editor-site') as Site;
registerEventListener({ name: 'preSave', handler: checkBeforeSave(site) });
registerPreviews();
void init({ config: readJson('editor-config') as CmsConfig });
