/** Runs once before all browser tests. */
export { ensureBrowser as default } from '../../../local/browser.ts';
