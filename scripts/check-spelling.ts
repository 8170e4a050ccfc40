/**
 * `npm run check:spelling`: words of the content that the dictionary does not know. No step of the
 * tests or of publishing: an editor's new word must not hold back the site.
 */
import { fileURLToPath } from 'node:url';
import { namesInContent, textsInContent } from '../src/spelling-check/content-texts.ts';
import { misspellings } from '../src/spelling-check/misspellings.ts';
import { spellingReport } from '../src/spelling-check/report.ts';

const CONTENT_FOLDER = fileURLToPath(new URL('../src/content', import.meta.url));

const found = await misspellings(textsInContent(CONTENT_FOLDER), namesInContent(CONTENT_FOLDER));
if (found.length === 0) {
  console.log('O dicionário conhece todas as palavras.');
} else {
  console.error(spellingReport(found));
  process.exitCode = 1;
}
