import { init, registerCustomFormat, registerEventListener } from '@sveltia/cms';
import { withExplainedErrors } from './api-errors.ts';
import { hostsOf } from './backend.ts';
import { checkBeforeSave } from './check-entry.ts';
import { KnownEntries } from './known-entries.ts';
import { FILE_FORMATS } from './file-formats.ts';
import { readConfig, readLinkTargets } from './page-data.ts';
import { inspectPictures } from './pictures.ts';
import { registerPreviews } from './preview/register.ts';
import { adaptRichText } from './rich-text.ts';
import { keepUnsavedWork } from './unsaved-work.ts';

const knownEntries = new KnownEntries();
for (const [name, { extension, fromFile, toFile }] of Object.entries(FILE_FORMATS)) {
  const remember = (text: string) => knownEntries.add(fromFile(text));
  registerCustomFormat(name, extension, { fromFile: remember, toFile });
}
registerEventListener({ name: 'preSave', handler: knownEntries.refuseCopy });
registerEventListener({ name: 'preSave', handler: checkBeforeSave(readLinkTargets()) });
const config = readConfig();
registerPreviews();
const [api] = hostsOf(config.backend);
if (api !== undefined) window.fetch = withExplainedErrors(window.fetch.bind(window), api);
inspectPictures();
adaptRichText();
keepUnsavedWork();
void init({ config });
