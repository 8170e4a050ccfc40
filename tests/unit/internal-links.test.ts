/** Which links within the site an editor may write in a plan's text, and what the others are told. */
import { describe, expect, test } from 'vitest';
import { sharedContentCopy } from './support/content-copy.ts';

const content = sharedContentCopy();

const PLAN = 'plans/tecnologia.md';
const OTHER_PLAN = 'plans/midia-social.md';

describe('a link that leads somewhere is left alone', () => {
  test.each([
    ['the home page', '/'],
    ['the list of plans', '/planos'],
    ['a page with a slash at its end', '/planos/'],
    ['a page by its file', '/planos.html'],
    ['this very plan', '/planos/tecnologia'],
    ['another plan', '/planos/midia-social'],
    ['another plan in codes', '/planos/%6Didia-social'],
    ['a section of the home page', '/#serviços'],
    ['a section in codes', '/#servi%C3%A7os'],
    ['a section behind a query', '/?utm_source=site#contato'],
    ['a page with a query', '/planos?utm_source=site'],
    ['a section that no menu names', '/#clientes'],
    ['the heading of a section', '/#contato-título'],
    ['what every page has', '/planos#conteúdo'],
    ['a heading of this text', '#texto-1'],
    ['a heading of another text', '/planos/midia-social#texto-1'],
    ['the other plans below', '#outros'],
    ['the top of the page', '#'],
    ['a file that the site serves', '/favicon.svg'],
    ['another site without its scheme', '//exemplo.com/nada'],
  ])('%s: %s', async (_title, address) => {
    content.append(PLAN, `[Ver](${address})`);
    expect(await content.check()).toEqual([]);
  });

  test('to a plan that was added a moment ago', async () => {
    content.write('plans/novo.md', content.read(PLAN).replace('order: 1', 'order: 50'));
    content.append(PLAN, '[Ver](/planos/novo#texto-1)');
    expect(await content.check()).toEqual([]);
  });

  test('to every heading that a text has, at whatever depth', async () => {
    content.append(PLAN, '> ### Dois\n\n- # Três\n\n[Ver](#texto-2) [Ver](#texto-3)');
    expect(await content.check()).toEqual([]);
  });
});

describe('a link that leads nowhere comes with its line and what was meant', () => {
  const PAGE = 'o endereço de uma página que o site tem';
  test.each([
    ['/inicio', PAGE, 'Você quis dizer “/#início”?'],
    ['/contato', PAGE, 'Você quis dizer “/#contato”?'],
    ['/Planos', PAGE, 'Você quis dizer “/planos”?'],
    ['/tecnologia', PAGE, 'Você quis dizer “/planos/tecnologia”?'],
    ['/planos/midia-socal', PAGE, 'Você quis dizer “/planos/midia-social”?'],
    ['/planos/Tecnologia?a=b', PAGE, 'Você quis dizer “/planos/tecnologia”?'],
    ['/planos/nao-existe', PAGE, 'Escreva /planos, '],
    ['/contrato.pdf', PAGE, ''],
    ['/FAVICON.svg', PAGE, 'Escreva /planos, '],
    ['/%00', PAGE, ''],
    ['/#Contato', 'uma parte que a página inicial tem', 'Você quis dizer “/#contato”?'],
    ['/#servi%C3%A7o', 'uma parte que a página inicial tem', 'Você quis dizer “/#serviços”?'],
    ['/planos#contato', 'uma parte que a página /planos tem', 'Você quis dizer “/#contato”?'],
    ['/planos#xyz', 'uma parte que a página /planos tem', 'Escreva só /planos.'],
    [
      '/planos/midia-social#texto-12',
      'uma parte que a página /planos/midia-social tem',
      'Você quis dizer “/planos/midia-social#texto-1”?',
    ],
    ['#contato', 'uma parte que esta página tem', 'Você quis dizer “/#contato”?'],
    [
      '#o-que-muda-ja-na-primeira-semana',
      'uma parte que esta página tem',
      'Você quis dizer “#texto-1”?',
    ],
    [
      '#nada',
      'uma parte que esta página tem',
      'A página tem: #texto-1 (“O que muda já na primeira semana”), #outros.',
    ],
    ['#texto-1-título', 'uma parte que esta página tem', ''],
  ])('%s', async (address, expected, advice) => {
    content.append(PLAN, `Um parágrafo.\n\n[Ver](${address})`);
    const problem = await content.onlyProblem();
    expect(problem).toMatchObject({ file: PLAN, expected, found: `“${address}”` });
    expect(problem.advice).toContain(advice);
    expect(content.textAt(problem)).toBe(`[Ver](${address})`);
  });

  test('also when the plan that it led to is deleted', async () => {
    content.write('plans/antigo.md', content.read(PLAN).replace('order: 1', 'order: 50'));
    content.append(PLAN, '[Ver](/planos/antigo)');
    expect(await content.check()).toEqual([]);
    content.delete('plans/antigo.md');
    expect(await content.check()).toMatchObject([{ file: PLAN, found: '“/planos/antigo”' }]);
  });
});

test('a mistake in another plan’s fields makes no link to its headings wrong', async () => {
  content.replace(OTHER_PLAN, 'order: 2', 'order 2');
  content.append(PLAN, '[Ver](/planos/midia-social#texto-1)');
  expect(await content.check()).toMatchObject([{ file: OTHER_PLAN, line: 2 }]);
});
