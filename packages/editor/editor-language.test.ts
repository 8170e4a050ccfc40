/** Every message to an editor, whatever its source, is in Portuguese and says what to do. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { withExplainedErrors } from './api-errors.ts';
import OURS from './library/pt-BR.json' with { type: 'json' };
import MISSING from './library/pt-BR.missing.json' with { type: 'json' };

const API = 'https://api.github.com';

interface Texts {
  [key: string]: string | Texts;
}

function readTexts(locale: string): Texts {
  const library = createRequire(import.meta.url).resolve('@sveltia/cms');
  const file = join(dirname(library), '../locales', `${locale}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

/** Texts by their whole key. */
function wordsIn(texts: Texts, prefix = ''): Record<string, string> {
  const words = Object.entries(texts).map(([key, text]) =>
    typeof text === 'string' ? { [prefix + key]: text } : wordsIn(text, `${prefix}${key}.`),
  );
  return Object.assign({}, ...words) as Record<string, string>;
}

// Texts about the configuration, and about the media library, storage and drafts, which this site does not use.
const UNUSED =
  /^(?:config|cloud_storage|workflow|open_authoring|status|assets_dialog)\.|folder|_workflow_note$/;

test('each text that an editor sees is translated, and calls an entry an item', () => {
  const all = [readTexts('en-US'), readTexts('pt-BR'), MISSING, OURS].map((one) => wordsIn(one));
  const texts = Object.assign({}, ...all) as Record<string, string>;
  const isTranslated = (key: string) => all.slice(1).some((one) => key in one);
  const seen = Object.keys(texts).filter((key) => !UNUSED.test(key));
  expect(seen.filter((key) => !isTranslated(key) || /\bentrada/i.test(texts[key] ?? ''))).toEqual(
    [],
  );
});

test('what is kept for the library is what it lacks', () => {
  const known = wordsIn(readTexts('pt-BR'));
  expect(Object.keys(wordsIn(MISSING)).filter((key) => key in known)).toEqual([]);
  expect(Object.keys(wordsIn(OURS)).filter((key) => !(key in known))).toEqual([]);
});

const json = (status: number, body: unknown) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));
const refused = (message: string) => json(200, { data: null, errors: [{ message }] });
const page = () =>
  Promise.resolve(new Response('<h1>', { headers: { 'content-type': 'text/html' } }));
const NOT_THERE = 'Could not resolve to a Repository with the name ‘empresa/site’.';

test.each([
  ['an expired token', '/user', json(401, { message: 'Bad credentials' }), 'expirou. Recarregue'],
  ['a token without permission', '/graphql', refused('Resource not accessible by token'), 'Peça'],
  ['an inaccessible repository', '/graphql', refused(NOT_THERE), 'acesso'],
  ['a token that awaits approval', '/user', json(404, { message: 'Not Found' }), 'aprovação'],
  ['a branch that moved', '/graphql', refused('Expected branch to point to "a"'), 'Tente de novo'],
  ['a protected branch', '/graphql', refused('Repository rule violations found'), 'revisão'],
  ['too many requests', '/user', json(403, { message: 'API rate limit exceeded' }), 'Espere'],
  ['an outage', '/user', () => Promise.resolve(new Response('<h1>', { status: 503 })), 'ar'],
  ['a network’s own page', '/user', page, 'outra página no lugar'],
  ['a network’s own page', '/graphql', page, 'outra página no lugar'],
  ['a renamed branch', '/graphql', json(200, { data: { repository: { ref: null } } }), 'nome'],
  ['anything else', '/user', json(418, { message: 'I am a teapot' }), 'avise quem cuida do site'],
])('%s is explained', async (_title, path, send, explanation) => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const answer = await withExplainedErrors(send)(API + path);
  const { message } = (await answer.json()) as { message: string };
  expect(message).toContain(explanation);
  expect(message).not.toMatch(/\b(?:the|request|resource|token|protected)\b/i);
});

test('a dropped connection is explained', async () => {
  const drop = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(withExplainedErrors(drop)(`${API}/user`)).rejects.toThrow('A conexão caiu.');
});

test('other answers, and those of other hosts, arrive unchanged', async () => {
  for (const [url, send] of [
    [`${API}/graphql`, json(200, { data: {} })],
    ['https://site.test/planos', json(404, { message: 'Not Found' })],
  ] as const) {
    const expected: unknown = await (await send()).json();
    expect(await (await withExplainedErrors(send)(url)).json()).toEqual(expected);
  }
});
