/** What an editor is told of links and pictures that Markdown would publish sign by sign. */
import { describe, expect, test } from 'vitest';
import { sharedContentCopy } from './support/content-copy.ts';

const content = sharedContentCopy();

const PLAN = 'plans/tecnologia.md';
const NO_SPACES = 'um endereço sem espaços';
const NO_GAP = 'o parêntese logo depois do colchete, sem espaço entre eles';

describe('a link that Markdown does not see is reported', () => {
  test.each([
    ['![x](./minha foto.jpg)', NO_SPACES, '“./minha-foto.jpg”'],
    ['![x](minha foto.JPG)', NO_SPACES, '“./minha-foto.JPG”'],
    ['![x](./foto (1).jpg)', NO_SPACES, '“./foto-1.jpg”'],
    ['[x](/planos nova)', NO_SPACES, 'Copie o endereço'],
    ['[x](/planos Nossos planos)', NO_SPACES, 'Copie o endereço'],
    ['[x](https://exemplo.com/a b)', NO_SPACES, 'Copie o endereço'],
    ['[o outro] (/planos)', NO_GAP, 'Apague o espaço'],
    ['[o outro] (https://exemplo.com)', NO_GAP, 'Apague o espaço'],
    ['![Um celular] (./tecnologia.svg)', NO_GAP, 'Apague o espaço'],
  ])('%s', async (link, expected, advice) => {
    content.append(PLAN, `Não é 👍 isto:\nveja ${link} e [1] (veja).`);
    const problem = await content.onlyProblem();
    expect(problem).toMatchObject({ file: PLAN, expected, found: `“${link}”` });
    expect(problem.advice).toContain(advice);
    expect(content.textAt(problem)).toContain(link);
  });

  test('also with words in bold between its brackets', async () => {
    content.append(PLAN, '[o **outro** plano](/planos nova)\n\n[o **outro**] (/planos)');
    expect(await content.check()).toMatchObject([
      { expected: NO_SPACES, found: '“[…](/planos nova)”' },
      { expected: NO_GAP, found: '“[…] (/planos)”' },
    ]);
  });

  test('also in a list within a quotation, on its own line', async () => {
    content.append(PLAN, '> - um\n>   [x](/a b) c\n>   [y] (/planos)');
    const lines = content.read(PLAN).split('\n');
    const problems = await content.check();
    expect(problems.map(({ line = 0 }) => lines[line - 1])).toEqual([
      '>   [x](/a b) c',
      '>   [y] (/planos)',
    ]);
  });

  test('in the order of the text, whatever else is wrong', async () => {
    content.append(PLAN, '[x](/a b)\n\n[x](/nada)\n\n[x](/a b)');
    const lines = (await content.check()).map(({ line = 0 }) => line);
    expect(lines).toHaveLength(3);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });
});

describe('what is no broken link is left alone', () => {
  test.each([
    ['a note', '[1] (veja)'],
    ['a note without a space', '[1](#texto-1)'],
    ['a source', 'Segundo o IBGE [1] (https://exemplo.com)'],
    ['brackets in prose', '“[sic] (assim mesmo)” e [a] [b] (c)'],
    ['inline code', '`[x](/a b)` e `[o] (/planos)`'],
    ['code in a block', '```\n[x](/a b)\n```'],
    ['brackets that are meant to be seen', '\\[x](/a b) e \\[x\\] (/planos)'],
    ['a comment', '<!-- [x](/a b) -->'],
    ['a link with a title', '[x](/planos "Nossos planos")'],
    ['a picture with a title', '![x](./tecnologia.svg "Um desenho")'],
    ['a link with spaces at the edge of its address', '[x]( /planos )'],
    ['a link in brackets', '(veja [planos](/planos))'],
    ['brackets behind a link', '[planos](/planos) (todos) e [planos](/planos) (/planos)'],
    ['a link defined elsewhere', '[planos][p] (/planos)\n\n[p]: /planos'],
  ])('%s', async (_title, markdown) => {
    content.append(PLAN, markdown);
    expect(await content.check()).toEqual([]);
  });
});
