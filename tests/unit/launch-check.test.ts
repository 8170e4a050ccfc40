/** The launch check without a built site; with one: tests/site. */
import { globSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { findExamples } from '@site/content/examples';
import { readFolder } from '@site/content/folder';
import { inOneLine } from '@site/content/report';
import { readCompany } from '../../local/company.ts';
import { brandIssues, mentions, missingFacts } from '../../scripts/launch-check/content.ts';
import { environmentIssues } from '../../scripts/launch-check/environment.ts';
import { SITE_CONTENT } from '../../src/schemas/collections.ts';
import EXAMPLES from '../../src/schemas/examples.json' with { type: 'json' };
import { fillInOptionalFacts, replaceExamples } from '../support/complete-content.ts';
import { sharedContentCopy } from '../support/content-copy.ts';

const SITE_URL = 'https://www.empresadeverdade.com.br';

describe('content', () => {
  const content = sharedContentCopy();
  const issues = async (): Promise<string[]> => {
    const found = await findExamples(SITE_CONTENT, readFolder(SITE_CONTENT, content.root));
    return found.map(inOneLine);
  };

  test('the example fails: each fact but its town, each drawing and each prompt', async () => {
    const found = (await issues()).join('\n');
    for (const fact of ['Rua do Pinhão, 100', '(49) 3000-0000', 'site@araucariadigital.example']) {
      expect(found).toContain(`o dado da empresa, não o do exemplo; encontrado “${fact}”`);
    }
    expect(found).toContain('text-pages/privacidade.md, “Texto da página”: esperado o que só a');
    for (const drawing of globSync('**/*.svg', { cwd: content.root })) {
      expect(found).toContain(`uma imagem da empresa; encontrado “./${drawing.split('/').pop()}”`);
    }
    expect(found).not.toContain('Lages');
    expect(mentions(content.root)).toContain('clients/serra-mel.json diz “Serra Mel”');
    expect(mentions(content.root)).toContain('pages/home.json diz “Araucária Digital”');
  });

  describe('of a real company', () => {
    beforeEach(() => {
      replaceExamples(content.root);
    });

    test('passes, with any files that an operating system left behind', async () => {
      content.write('clients/._serra-mel.json', 'Mac OS X');
      content.write('plans/._tecnologia.md', 'Araucária Digital');
      expect([...(await issues()), ...mentions(content.root)]).toEqual([]);
    });

    test('lists the facts that visitors will miss, until the company adds them', () => {
      const missed = () => missingFacts(content.root);
      expect(missed()).toContain('o CNPJ (em Dados da empresa)');
      expect(missed()).toContain('o preço de um serviço avulso (em Serviços)');
      fillInOptionalFacts(content.root);
      expect(missed()).toEqual(['o retrato de quem atende (em Dados da empresa)']);
    });

    test('passes with neighbours of the example’s names, and lists them', async () => {
      content.replace('clients/serra-mel.json', 'Cliente de Verdade', 'Lages Móveis');
      content.replace('company.json', 'Lages', 'Joinville');
      expect(await issues()).toEqual([]);
      expect(mentions(content.root)).toContain('clients/serra-mel.json diz “Lages”');
    });
  });
});

const { name } = readCompany('src/content');

test.runIf(name === EXAMPLES.company.name)('a brand that came with the site fails', () => {
  const files = ['hero-lines.ts', 'mark.svg', 'tokens.css'];
  expect(brandIssues('src/brand')).toEqual(files.map((it) => `src/brand/${it} é de exemplo`));
});

test.each([
  [{}, []],
  [{ SITE_URL: '' }, ['SITE_URL é http://localhost:4321']],
  [{ SITE_URL: 'http://www.empresadeverdade.com.br' }, ['precisa ser https://']],
  [{ PUBLIC_SUPABASE_URL: 'https://abcdefghijklmnop.supabase.co' }, ['do arquivo de exemplo']],
  [{ PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_ANON_KEY: '' }, ['o formulário não envia mensagens']],
])('a complete environment with %j has, in Portuguese, the issues %j', (change, expected) => {
  const environment = {
    SITE_URL,
    PUBLIC_SUPABASE_URL: 'https://qwertyuiopasdfghjkl.supabase.co',
    PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_1a2b3c4d5e6f7g8h9i',
    ...change,
  };
  expect(environmentIssues(environment)).toEqual(
    expected.map((sentence) => expect.stringContaining(sentence) as unknown),
  );
});
