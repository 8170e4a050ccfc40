/** Answers that every host gives. tests/site asks nginx and Caddy, tests/hosts the other hosts' tools. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestBuild } from './builds.ts';
import { IMMUTABLE, SECURITY_HEADERS } from '../../src/hosting/headers.ts';

/** By lower-case name. */
type Headers = NodeJS.Dict<string | string[]>;

export interface Answer {
  status: number;
  headers: Headers;
  body?: Buffer;
}

export interface Host {
  /** Sends a GET request and does not follow redirects. */
  ask: (path: string, headers?: Headers) => Answer | Promise<Answer>;
  stop?: () => void | Promise<void>;
}

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

const SECURITY = Object.fromEntries(
  Object.entries(SECURITY_HEADERS).map(([name, value]) => [name.toLowerCase(), value]),
);

export function answersOf({ folder }: TestBuild): Answers {
  const script = `/_astro/${basename(globSync(`${folder}/_astro/*.js`)[0] ?? '')}`;
  const failing: unknown = expect.toSatisfy((status: number) => status >= 400);
  const askedForAgain = { 'cache-control': expect.stringMatching(/max-age=0|no-store/) as string };
  return {
    'each page answers at once under its path': {
      '/': { status: 200, file: 'index.html' },
      '/planos': { status: 200, file: 'planos.html' },
      '/planos/tecnologia': { status: 200, file: 'planos/tecnologia.html' },
    },
    'each page has one path': {
      '/index.html': '/',
      '/planos.html': '/planos',
      '/planos/': '/planos',
    },
    'a plan that moved leaves its path to another': { '/planos/redes': '/planos/midia-social' },
    'an unknown path returns 404': { '/nao-existe': { status: 404, file: '404.html' } },
    'an unknown plan returns a 404 page of its own': {
      '/planos/nao-existe': { status: 404, file: 'planos/404.html' },
    },
    'every file has the security headers': {
      '/planos': { headers: SECURITY },
      [script]: { headers: SECURITY },
    },
    'a 404 has the security headers': { '/planos/nao-existe': { headers: SECURITY } },
    'a redirect has the security headers': { '/planos/': { headers: SECURITY } },
    'hashed files are immutable': { [script]: { headers: { 'cache-control': IMMUTABLE } } },
    'a missing hashed file is revalidated': {
      '/_astro/nao-existe.js': { status: 404, headers: askedForAgain },
    },
    'pages are revalidated': { '/planos': { headers: askedForAgain } },
    // With any error: Cloudflare's local server crashes on this path.
    'files for hosts are hidden': { '/_headers': { status: failing } },
  };
}

/**
 * @param exceptions sentences that the host does not fulfil by design, and those that its tools cannot
 *   show offline
 */
export function testAnswers(
  ask: Host['ask'],
  { folder, base = '' }: TestBuild,
  answers: Answers,
  { differs = [], untried = [] }: { differs?: string[]; untried?: string[] } = {},
): void {
  for (const [sentence, answersByPath] of Object.entries(answers)) {
    const options = { fails: differs.includes(sentence), skip: untried.includes(sentence) };
    test.each(Object.entries(answersByPath))(`${sentence}: %s`, options, async (path, expected) => {
      const { status, headers, body } = await ask(base + path);
      if (typeof expected === 'string') {
        expect([301, 307, 308]).toContain(status);
        // Some hosts send a whole URL.
        expect(String(headers['location']).replace(/^http:\/\/[^/]+/, '')).toBe(base + expected);
        return;
      }
      const { file, ...rest } = expected;
      expect({ status, headers }).toMatchObject(rest);
      if (file !== undefined) expect(String(body)).toBe(readFileSync(join(folder, file), 'utf8'));
    });
  }
}
