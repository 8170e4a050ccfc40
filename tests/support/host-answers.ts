/**
 * What visitors get from every host. tests/site asks nginx, Caddy and the local server, tests/hosts the
 * tools of the others.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestBuild } from '../../scripts/test-builds.ts';
import { IMMUTABLE, SECURITY_HEADERS } from '../../src/hosting/headers.ts';

export interface Answer {
  status: number;
  /** By names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface Host {
  /** Answers a GET request without following redirects. */
  ask: (path: string) => Promise<Answer>;
  stop: () => Promise<void>;
}

/** Where a redirect leads, or what else of the answer is expected. */
type Expected =
  | string
  | {
      status?: unknown;
      /** File of the build that the visitor gets. */
      file?: string;
      headers?: Record<string, unknown>;
    };

/** Expected answers by the sentence that they make true and the path asked for, below the base. */
export type Answers = Record<string, Record<string, Expected>>;

const SECURITY = Object.fromEntries(
  Object.entries(SECURITY_HEADERS).map(([name, value]) => [name.toLowerCase(), value]),
);

/** Path of a script in a build. */
export function scriptIn(folder: string): string {
  return `/_astro/${basename(globSync(`${folder}/_astro/*.js`)[0] ?? '')}`;
}

export function answersOf({ folder }: TestBuild) {
  const script = scriptIn(folder);
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
    'what is not there is not found': { '/nao-existe': { status: 404, file: '404.html' } },
    'of a plan it says so': { '/planos/nao-existe': { status: 404, file: 'planos/404.html' } },
    'the security headers come with every file': {
      '/planos': { headers: SECURITY },
      [script]: { headers: SECURITY },
    },
    'they come with what is not found': { '/planos/nao-existe': { headers: SECURITY } },
    'they come with a redirect': { '/planos/': { headers: SECURITY } },
    'hashed files are kept for good': { [script]: { headers: { 'cache-control': IMMUTABLE } } },
    'one that is gone is asked for again': {
      '/_astro/nao-existe.js': { status: 404, headers: askedForAgain },
    },
    'pages are asked for again': { '/planos': { headers: askedForAgain } },
    // Cloudflare's own server fails over them, on this machine.
    'files for hosts are hidden': { '/_headers': { status: failing } },
  } satisfies Answers;
}

export type Sentence = keyof ReturnType<typeof answersOf>;

/** @param differs sentences that are not true of the host, by its nature */
export function testAnswers(
  ask: (path: string) => Promise<Answer> | undefined,
  { folder, base = '' }: TestBuild,
  answers: Answers,
  differs: readonly Sentence[] = [],
): void {
  async function expectAnswers(sentence: string): Promise<void> {
    for (const [path, expected] of Object.entries(answers[sentence] ?? {})) {
      const answer = await ask(base + path);
      if (answer === undefined) throw new Error('The host has not started.');
      const { status, headers, body } = answer;
      if (typeof expected === 'string') {
        expect([301, 307, 308], path).toContain(status);
        // Some hosts name themselves.
        expect(String(headers['location']).replace(/^http:\/\/[^/]+/, '')).toBe(base + expected);
        continue;
      }
      const { file, ...rest } = expected;
      expect({ path, status, headers }).toMatchObject({ path, ...rest });
      if (file !== undefined) expect(String(body)).toBe(readFileSync(join(folder, file), 'utf8'));
    }
  }

  for (const sentence of Object.keys(answers)) {
    if (differs.some((it) => it === sentence)) {
      test(`differs: ${sentence}`, async () => {
        await expect(expectAnswers(sentence)).rejects.toMatchObject({ name: 'AssertionError' });
      });
    } else {
      test(sentence, () => expectAnswers(sentence));
    }
  }
}

/** Asks a server on this machine. */
export function askWithFetch(origin: string): Host['ask'] {
  return async (path) => {
    const response = await fetch(new URL(path, origin), { redirect: 'manual' });
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
  };
}
