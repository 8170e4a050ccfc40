/** Internal links that an editor writes in a plan's text: which pass, and how the others are explained. */
import { expect, test } from 'vitest';
import { sharedContentCopy } from './support/content-copy.ts';

const content = sharedContentCopy();

const PLAN = 'plans/tecnologia.md';

test('an editor’s links pass if their target exists', async () => {
  const links = [
    ...['/', '/planos/', '/planos.html', '/planos/%6Didia-social', '//exemplo.com/nada'],
    ...['/?utm_source=site#servi%C3%A7os', '/#contato-título', '/planos#conteúdo', '#outros', '#'],
    ...[
      '#texto-1',
      '#texto-3',
      '/planos/midia-social#texto-1',
      '/favicon.ico',
      '/robots.txt',
      '/privacidade#texto-2',
    ],
  ].map((link) => `[Ver](${link})`);
  content.append(PLAN, `> ### Dois\n\n- # Três\n\n${links.join('\n')}`);
  expect(await content.check()).toEqual([]);
  // An error in the target plan is reported there, not at the link.
  content.replace('plans/midia-social.md', 'order: 2', 'order: x');
  await content.expectIssue({ file: 'plans/midia-social.md', line: 2 });
});

const PAGE = 'o endereço de uma página que o site tem';
const PART = 'uma parte que a página /planos/tecnologia tem';

test.each([
  ['/inicio', PAGE, 'Você quis dizer “/#início”?'],
  ['/Planos', PAGE, 'Você quis dizer “/planos”?'],
  ['/planos/midia-socal?a=b', PAGE, 'Você quis dizer “/planos/midia-social”?'],
  ['/planos/nao-existe', PAGE, 'Escreva /planos, '],
  ['/#servi%E7os', 'uma parte que a página / tem', ''],
  ['/#Contato', 'uma parte que a página / tem', 'Você quis dizer “/#contato”?'],
  ['/planos#contato', 'uma parte que a página /planos tem', 'Você quis dizer “/#contato”?'],
  ['#nada', PART, 'Escreva /planos, '],
  ['#o-que-muda-ja-na-primeira-semana', PART, 'Você quis dizer “/planos/tecnologia#texto-1”?'],
])(
  'an editor who links to %s is told that nothing is there, and what is close',
  async (link, expected, advice) => {
    content.append(PLAN, `Um parágrafo.\n\n[Ver](${link})`);
    await content.expectIssue({ file: PLAN, line: 50, expected, found: `“${link}”`, advice });
  },
);
