/** Answers that every host gives. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { headersFor } from '../../../local/host-headers.ts';
import type { TestBuild } from '../../support/builds.ts';

export interface Host {
  ask: ReturnType<typeof askUrl>;
  stop: () => Promise<void>;
}

/** Sends a GET request and does not follow redirects. */
export const askUrl = (url: string) => async (path: string) => {
  const response = await fetch(new URL(path, url), { redirect: 'manual' });
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text() };
};

/** The target of a redirect, or other expectations of the answer. */
type Expected =
  | string
  | {
      status?: unknown;
      /** The file of the build that the visitor gets. */
      file?: string;
      headers?: Record<string, unknown>;
    };

/** Expected answers, by the sentence that they prove and the requested path below the base. */
export type Answers = Record<string, Record<string, Expected>>;

const HEADERS = Object.fromEntries(headersFor('/planos'));
const { 'cache-control': REVALIDATED, ...SECURITY } = HEADERS;
const DRAWING_POLICY: unknown = expect.stringMatching(/default-src 'none'.*sandbox/);
const OF_DRAWING = { ...SECURITY, 'content-security-policy': DRAWING_POLICY };
const IMMUTABLE = headersFor('/_astro/x.js').get('cache-control');

export function answersOf({ folder }: TestBuild): Answers {
  const [script, drawing] = ['js', 'svg'].map(
    (kind) => `/_astro/${basename(globSync(`${folder}/_astro/*.${kind}`)[0] ?? '')}`,
  ) as [string, string];
  const failing: unknown = expect.toSatisfy((status: number) => status >= 400);
  return {
    'each page answers at once under its path': {
      '/': { status: 200, file: 'index.html' },
      '/planos': { status: 200, file: 'planos.html' },
      '/planos/tecnologia': { status: 200, file: 'planos/tecnologia.html' },
    },
    'a slash at the end leads to the page': { '/planos/': '/planos' },
    'a page is not served under its file name': {
      '/index.html': '/',
      '/planos.html': '/planos',
    },
    'an old path, with a slash or an old ending, leads to its new page': {
      '/contato': { status: 200, file: 'contato.html' },
      '/contato/': '/contato',
      '/index.php': { status: 200, file: 'index.php.html' },
      '/planos/antigo': { status: 200, file: 'planos/antigo.html' },
    },
    'an unknown path returns 404': { '/nao-existe': { status: 404, file: '404.html' } },
    'an unknown plan returns a 404 page of its own': {
      '/planos/nao-existe': { status: 404, file: 'planos/404.html' },
    },
    'every file has the security headers, and a drawing that is opened by itself runs no script': {
      '/planos': { headers: SECURITY },
      [script]: { headers: SECURITY },
      [drawing]: { headers: OF_DRAWING },
    },
    'a 404 has the security headers': { '/planos/nao-existe': { headers: SECURITY } },
    'a redirect has the security headers': { '/planos/': { headers: SECURITY } },
    'hashed files are immutable': {
      [script]: { headers: { 'cache-control': IMMUTABLE } },
      [drawing]: { headers: { 'cache-control': IMMUTABLE } },
    },
    'pages are revalidated': { '/planos': { headers: { 'cache-control': REVALIDATED } } },
    // With any error: Cloudflare's local server crashes on this path.
    'files for hosts are hidden': { '/_headers': { status: failing } },
  };
}

/** @param differs sentences that the host does not fulfil by design */
export function testAnswers(
  ask: Host['ask'],
  { folder, base = '' }: TestBuild,
  answers: Answers,
  differs: string[] = [],
): void {
  for (const [sentence, answersByPath] of Object.entries(answers)) {
    const options = { fails: differs.includes(sentence) };
    test.each(Object.entries(answersByPath))(`${sentence}: %s`, options, async (path, expected) => {
      const { status, headers, body } = await ask(base + path);
      if (typeof expected === 'string') {
        expect([301, 307, 308]).toContain(status);
        // Some hosts send a whole URL.
        expect(headers['location']?.replace(/^http:\/\/[^/]+/, '')).toBe(base + expected);
        return;
      }
      const { file, ...rest } = expected;
      expect({ status, headers }).toMatchObject(rest);
      if (file !== undefined) expect(body).toBe(readFileSync(join(folder, file), 'utf8'));
    });
  }
}
