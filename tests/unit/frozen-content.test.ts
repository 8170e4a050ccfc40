/** What an editor saves must not make a test fail, or nobody could publish it. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

/** A whole text that is a path to it. What the content check says goes on behind the path. */
const PATH_TO_LIVE_CONTENT = /['"`](?:\.{0,2}\/)*src\/content(?:\/[\w/.*{},$-]*)?['"`]/;

/** Say where the content lies in a copy of the project, and in the editor's test repository. */
const PLACES_OF_COPIES = ['project-copy.ts', 'test-repository.ts'];

/** Look for the path in a list of paths: this file, and the test of VS Code's settings. */
const NAMING_ONLY = [basename(import.meta.filename), 'vscode.test.ts'];

const files = [...globSync('tests/**/*.{ts,tsx,mjs}'), 'scripts/build-for-tests.ts'];

test('no test reads the content that editors change', () => {
  expect(files.length).toBeGreaterThan(50);
  const reading = files
    .filter((file) => ![...PLACES_OF_COPIES, ...NAMING_ONLY].includes(basename(file)))
    .filter((file) => PATH_TO_LIVE_CONTENT.test(readFileSync(file, 'utf8')));
  expect(reading).toEqual([]);
});

test('the content is left as editors save it, not as the formatter would have it', () => {
  expect(readFileSync('.prettierignore', 'utf8').split('\n')).toContain('src/content/');
});
