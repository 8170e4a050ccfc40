/** Built sites that the launch check passes, and those that it fails. */
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { TEST_BUILDS, type TestBuild } from '../support/builds.ts';
import { builtSiteIssues } from '../../scripts/launch-check/built-site.ts';

const { SITE_URL } = TEST_BUILDS.configured.environment;
const { folder, base } = TEST_BUILDS.subpath;

const copy = mkdtempSync(join(tmpdir(), 'site-'));
beforeEach(() => {
  cpSync(folder, copy, { recursive: true });
});
afterAll(() => {
  rmSync(copy, { recursive: true });
});

test.each<TestBuild>([TEST_BUILDS.configured, TEST_BUILDS.subpath])(
  '$folder passes: every link has a target below the base path',
  (build) => {
    expect(builtSiteIssues(build.folder, `${SITE_URL}${build.base ?? ''}/`)).toEqual([]);
  },
);

test.each([
  ['<a href="/site/planos/">x</a>', 'o link /site/planos/ não existe'],
  ['<a href="/site/planos#nada">x</a>', 'leva a uma parte que a página não tem'],
  ['<img src="/site/servi%E7os.png">', 'o link /site/servi%E7os.png não existe'],
  ['<a href="/planos">x</a>', 'o link /planos não existe'],
])('fails with %s on a page', (html, sentence) => {
  appendFileSync(join(copy, 'planos.html'), html);
  const issue = expect.stringMatching(`^planos.html: .*${sentence}$`) as unknown;
  expect(builtSiteIssues(copy)).toEqual([issue]);
});

test('fails when the social image of a page is missing', () => {
  rmSync(join(copy, 'social/planos.png'));
  const issue = `^planos.html: o link ${SITE_URL}${base}/social/planos.png\\S* não existe$`;
  expect(builtSiteIssues(copy)).toEqual([expect.stringMatching(issue)]);
});

test('fails, with one sentence, when it was built for another URL', () => {
  expect(builtSiteIssues(folder, 'https://www.outra.com.br/outra/')).toEqual([
    `o site foi gerado para ${SITE_URL}${base}/, mas SITE_URL e SITE_BASE dizem https://www.outra.com.br/outra/: rode npm run build de novo`,
  ]);
});

test('fails when it is missing', () => {
  expect(builtSiteIssues('nada')[0]).toContain('rode antes npm run build');
});
