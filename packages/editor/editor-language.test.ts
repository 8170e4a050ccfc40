/** Every message to an editor, whatever its source, is in Portuguese and says what to do. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { withExplainedErrors } from './api-errors.ts';
import { callItems } from './bundle.ts';
import TRANSLATIONS from './pt-BR.json' with { type: 'json' };

const API = 'https://api.github.com';

interface Texts {
  [key: string]: string | Texts;
}

function readTexts(locale: string): Texts {
  const library = createRequire(import.meta.url).resolve('@sveltia/cms');
  const file = join(dirname(library), '../locales', `${locale}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

function keysOf(texts: Texts, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? prefix + key : keysOf(text, `${prefix}${key}.`),
  );
}

test('each text of the library is translated, except those that no editor sees', () => {
  const translated = [readTexts('pt-BR'), TRANSLATIONS].flatMap((texts) => keysOf(texts));
  const missing = keysOf(readTexts('en-US')).filter((key) => !translated.includes(key));
  // Texts about the configuration, and about the media library, storage and drafts, which this site does not use.
  const unused = /^(?:config|cloud_storage|workflow|status|assets_dialog)\.|folder|_workflow_note$/;
  expect(missing.filter((key) => !unused.test(key))).toEqual([]);
});

test('an entry is called an item', () => {
  const words = callItems(JSON.stringify(readTexts('pt-BR')));
  expect(words).not.toMatch(/entrada/i);
  expect(words).toContain('excluir os {$count} itens selecionados?');
  expect(words).toContain('Item salvo e publicado.');
});

const json = (status: number, body: unknown) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));
const refused = (message: string) => json(200, { data: null, errors: [{ message }] });
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
  ['anything else', '/user', json(418, { message: 'I am a teapot' }), 'avise quem cuida do site'],
])('%s is explained', async (_title, path, send, explanation) => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const answer = await withExplainedErrors(send)(API + path);
  const { message } = (await answer.json()) as { message: string };
  expect(message).toContain(explanation);
  expect(message).not.toMatch(/\b(?:the|request|resource|token|branch)\b/i);
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
