/** Which links within the site an editor may write in a plan's text, and what the others are told. */
import { describe, expect, test } from 'vitest';
import { sharedContentCopy } from './support/content-copy.ts';

const content = sharedContentCopy();

const PLAN = 'plans/tecnologia.md';

test('links that lead somewhere are left alone', async () => {
  const pages = [
    '/',
    '/planos/',
    '/planos.html',
    '/planos/%6Didia-social',
    '/?utm_source=site#servi%C3%A7os',
    '//exemplo.com/nada',
  ];
  const parts = ['/#serviços', '/#contato-título', '/planos#conteúdo', '#outros', '#'];
  const headings = ['#texto-1', '#texto-2', '#texto-3', '/planos/midia-social#texto-1'];
  const files = ['/favicon.svg', '/robots.txt'];
  const links = [...pages, ...parts, ...headings, ...files].map((link) => `[Ver](${link})`);
  content.append(PLAN, `> ### Dois\n\n- # Três\n\n${links.join('\n')}`);
  expect(await content.check()).toEqual([]);
  // Nor does an error in the plan that one leads to make it another.
  content.replace('plans/midia-social.md', 'order: 2', 'order: x');
  expect(await content.check()).toMatchObject([{ file: 'plans/midia-social.md', line: 2 }]);
});

describe('a link that leads nowhere comes with its line and what was meant', () => {
  const PAGE = 'o endereço de uma página que o site tem';
  test.each([
    ['/inicio', PAGE, 'Você quis dizer “/#início”?'],
    ['/Planos', PAGE, 'Você quis dizer “/planos”?'],
    ['/planos/midia-socal?a=b', PAGE, 'Você quis dizer “/planos/midia-social”?'],
    ['/planos/nao-existe', PAGE, 'Escreva /planos, '],
    ['/#servi%E7os', 'uma parte que a página / tem', ''],
    ['/#Contato', 'uma parte que a página / tem', 'Você quis dizer “/#contato”?'],
    ['/planos#contato', 'uma parte que a página /planos tem', 'Você quis dizer “/#contato”?'],
    ['#nada', 'uma parte que a página /planos/tecnologia tem', 'Escreva /planos, '],
    [
      '#o-que-muda-ja-na-primeira-semana',
      'uma parte que a página /planos/tecnologia tem',
      'Você quis dizer “/planos/tecnologia#texto-1”?',
    ],
  ])('%s', async (link, expected, advice) => {
    content.append(PLAN, `Um parágrafo.\n\n[Ver](${link})`);
    const problem = await content.onlyProblem();
    expect(problem).toMatchObject({ file: PLAN, expected, found: `“${link}”` });
    expect(problem.advice).toContain(advice);
    expect(content.textAt(problem)).toBe(`[Ver](${link})`);
  });

  test('also when the plan that it led to is deleted', async () => {
    content.write('plans/antigo.md', content.read(PLAN).replace('order: 1', 'order: 50'));
    content.append(PLAN, '[Ver](/planos/antigo)');
    expect(await content.check()).toEqual([]);
    content.delete('plans/antigo.md');
    expect(await content.check()).toMatchObject([{ file: PLAN, found: '“/planos/antigo”' }]);
  });
});
