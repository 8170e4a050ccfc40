import { describe, expect, test } from 'vitest';
import { namesInContent, textsInContent } from '../../src/spelling-check/content-texts.ts';
import { misspellings } from '../../src/spelling-check/misspellings.ts';
import { spellingReport } from '../../src/spelling-check/report.ts';
import { textsInCode } from './support/code-texts.ts';
import { sharedContentCopy } from './support/content-copy.ts';

const CODE_WITH_TEXTS = [
  'src/islands/contact/messages.ts',
  'supabase/functions/_shared/contact-form.ts',
  'supabase/functions/send-contact-email/message.ts',
  'supabase/functions/send-contact-email/failure.ts',
  'supabase/functions/send-contact-email/page.ts',
];

const content = sharedContentCopy();

const inContent = () => misspellings(textsInContent(content.root), namesInContent(content.root));

test.each(CODE_WITH_TEXTS)('every word that visitors read from %s is Portuguese', async (file) => {
  const texts = textsInCode(file);
  expect(texts).not.toEqual([]);
  expect(await misspellings(texts, [])).toEqual([]);
});

describe('an editor who looks for slips in the content', () => {
  test('finds none in the example content', async () => {
    expect(textsInContent(content.root).length).toBeGreaterThan(100);
    expect(await inContent()).toEqual([]);
  });

  test('is told the file, the line, the word and what it may have been meant to be', async () => {
    content.replace('plans/tecnologia.md', 'Sob Consulta', 'Peça um orcamento');
    content.replace('plans/midia-social.md', 'Depois é com a gente', 'Depos é com a gente');
    expect(spellingReport(await inContent())).toMatch(
      new RegExp(
        [
          '^Há 2 palavras que o dicionário não conhece:',
          'src/content/plans/midia-social.md, linha 39\n  Palavra: “Depos”\n  Sugestões: .+',
          'src/content/plans/tecnologia.md, linha 15\n  Campo: “Na lista de planos › Preço”\n' +
            '  Palavra: “orcamento”\n  Sugestões: orçamento.*',
          'Se uma delas está certa, .*words\\.txt\\.$',
        ].join('\n\n'),
      ),
    );
  });

  test('need not explain the names of clients, of plans, of the company and of its street', async () => {
    content.replace('clients/serra-mel.json', 'Serra Mel', 'Kowalczyk & Zmuda');
    content.replace('company.json', 'Araucária Digital', 'Qualitek');
    content.replace('company.json', 'Rua do Pinhão', 'Rua Szczepanski');
    content.replace('plans/tecnologia.md', 'Plano de Suporte em Tecnologia', 'Plano ConectaMais');
    content.replace('pages/home.json', 'A Araucária Digital existe', 'A Qualitek existe');
    expect(await inContent()).toEqual([]);
  });
});
