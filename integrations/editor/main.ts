import { init, registerCustomFormat, registerEventListener } from '@sveltia/cms';
import { withExplainedErrors } from './api-errors.ts';
import { checkBeforeSave } from './check-entry.ts';
import { FILE_FORMATS } from './file-formats.ts';
import { readConfig, readLinkTargets } from './page-data.ts';
import { inspectPictures } from './pictures.ts';
import { registerPreviews } from './preview/register.ts';
import { adaptRichText } from './rich-text.ts';
import { keepUnsavedWork } from './unsaved-work.ts';

for (const [name, { extension, fromFile, toFile }] of Object.entries(FILE_FORMATS)) {
  registerCustomFormat(name, extension, { fromFile, toFile });
}
registerEventListener({ name: 'preSave', handler: checkBeforeSave(readLinkTargets()) });
registerPreviews();
window.fetch = withExplainedErrors(window.fetch.bind(window));
inspectPictures();
adaptRichText();
keepUnsavedWork();
void init({ config: readConfig() });
