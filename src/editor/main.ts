import { init, registerCustomFormat, registerEventListener, type CmsConfig } from '@sveltia/cms';
import type { LinkTargets } from '../content-check/links.ts';
import { withExplainedErrors } from './api-errors.ts';
import { hostsOf } from './backend.ts';
import { checkBeforeSave } from './check-entry.ts';
import { KnownEntries } from './known-entries.ts';
import { FILE_FORMATS } from './file-formats.ts';
import { inspectPictures } from './pictures.ts';
import { registerPreviews } from './preview/register.ts';
import { adaptRichText } from './rich-text.ts';
import { keepUnsavedWork } from './unsaved-work.ts';

function readJson(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? '');
}

const knownEntries = new KnownEntries();
for (const [name, { extension, fromFile, toFile }] of Object.entries(FILE_FORMATS)) {
  const remember = (text: string) => knownEntries.add(fromFile(text));
  registerCustomFormat(name, extension, { fromFile: remember, toFile });
}
const targets = readJson('editor-link-targets') as LinkTargets;
registerEventListener({ name: 'preSave', handler: knownEntries.refuseCopy });
registerEventListener({ name: 'preSave', handler: checkBeforeSave(targets) });
const config = readJson('editor-config') as CmsConfig;
registerPreviews();
const [api] = hostsOf(config.backend);
if (api !== undefined) window.fetch = withExplainedErrors(window.fetch.bind(window), api);
inspectPictures();
adaptRichText();
keepUnsavedWork();
void init({ config });
