import { init, registerCustomFormat, registerEventListener } from '@sveltia/cms';
import site from 'virtual:editor-site';
import { withExplainedErrors } from './api-errors.ts';
import { offerBin } from './bin.ts';
import { Branch } from './branch.ts';
import { checkBeforeSave } from './check-entry.ts';
import { withCommitGate } from './commit-gate.ts';
import { repairInputs } from './library/inputs.ts';
import { adaptHistory } from './library/open-form.ts';
import { offerOwnLinks } from './library/own-links.ts';
import { inspectPictures } from './library/pictures.ts';
import { adaptRichText } from './library/rich-text.ts';
import { onSignIn } from './library/entrance.ts';
import { ORIGIN_FORMATS } from './origin.ts';
import { AWAY, PAGE_DATA } from './page-data.ts';
import { decodePicture } from './pictures.ts';
import { registerPreviews } from './preview/register.ts';
import { watchSite } from './site-behind.ts';

for (const { name, extension, fromFile, toFile } of ORIGIN_FORMATS) {
  registerCustomFormat(name, extension, { fromFile, toFile });
}
const { config, targets } = PAGE_DATA;
const send = withExplainedErrors(window.fetch.bind(window));
const branch = new Branch(send, config, site.content, { ...targets, decodePicture });
window.fetch = withCommitGate(send, branch, (own) => {
  watchSite(branch, own);
});
void branch.signedIn.then(() => {
  watchSite(branch);
});
registerEventListener({ name: 'preSave', handler: checkBeforeSave(branch) });
inspectPictures();
adaptRichText();
repairInputs();
adaptHistory(branch);
offerBin(branch);
offerOwnLinks();
if (PAGE_DATA.signIn) {
  onSignIn(() => {
    sessionStorage.setItem(AWAY, location.hash);
    // The reloaded page says that a part did not come.
    import('./sign-in.ts')
      .then(({ leave }) => leave())
      .catch(() => {
        location.reload();
      });
  });
}
const route = (): void => {
  // The library's list of all media, to which no button leads.
  if (location.hash.startsWith('#/assets')) location.replace('#/collections');
  // Not beside the list: they make the library load React.
  if (/\/(?:entries|new)\b/.test(location.hash)) registerPreviews();
};
window.addEventListener('hashchange', route);
route();
void init({ config }).then(() => document.getElementById('opening')?.remove());
