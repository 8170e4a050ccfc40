import { init, registerCustomFormat, registerEventListener } from '@sveltia/cms';
import site from 'virtual:editor-site';
import { withExplainedErrors } from './api-errors.ts';
import { Branch } from './branch.ts';
import { checkBeforeSave } from './check-entry.ts';
import { withCommitGate } from './commit-gate.ts';
import { FILE_FORMATS } from '@site/content/file-formats';
import { useOneTab } from './one-tab.ts';
import { PAGE_DATA } from './page-data.ts';
import { inspectPictures } from './pictures.ts';
import { registerPreviews } from './preview/register.ts';
import { adaptRichText } from './rich-text.ts';
import { watchSite } from './site-behind.ts';
import { keepUnsavedWork } from './unsaved-work.ts';

for (const [name, { extension, fromFile, toFile }] of Object.entries(FILE_FORMATS)) {
  registerCustomFormat(name, extension, { fromFile, toFile });
}
const { collections } = site;
const { config, targets } = PAGE_DATA;
const send = withExplainedErrors(window.fetch.bind(window));
const branch = new Branch(send, config, collections);
const watch = (): void => {
  watchSite(branch);
};
window.fetch = withCommitGate(send, branch, watch);
void branch.signedIn.then(watch);
registerEventListener({
  name: 'preSave',
  handler: checkBeforeSave(collections, targets, branch),
});
registerPreviews();
inspectPictures();
adaptRichText();
keepUnsavedWork();
useOneTab();
void init({ config });
