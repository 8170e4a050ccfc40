/** The launch check without a built site; with one: tests/site. */
import { globSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { readCompany } from '../../local/company.ts';
import {
  companyIssues,
  fileIssues,
  missingFacts,
  textIssues,
} from '../../scripts/launch-check/content.ts';
import { environmentIssues } from '../../scripts/launch-check/environment.ts';
import EXAMPLES from '../../scripts/launch-check/examples.json' with { type: 'json' };
import { fillInOptionalFacts } from '../support/complete-content.ts';
import { FROZEN_CONTENT } from '../support/frozen-content.ts';
import { sharedContentCopy } from '../support/content-copy.ts';

const SITE_URL = 'https://www.empresadeverdade.com.br';

describe('content', () => {
  const content = sharedContentCopy();
  const issues = () => [...companyIssues(content.root), ...textIssues(content.root)];

  test('the example content fails, except for its town, which may be the right one', () => {
    const found = issues();
    for (const fact of ['Rua do Pinhão, 100', '(49) 3000-0000', 'site@araucariadigital.example']) {
      expect(found).toContainEqual(expect.stringContaining(`“${fact}” é de exemplo`));
    }
    expect(found).toContain('clients/serra-mel.json ainda diz “Serra Mel”');
    expect(found).toContain('pages/home.json ainda diz “Araucária Digital”');
    expect(found).toContainEqual(
      expect.stringContaining(
        'text-pages/privacidade.md ainda diz “(a preencher: nome e e-mail do',
      ),
    );
    expect(found.join()).not.toContain('Lages');
  });

  describe('of a real company', () => {
    const REAL = {
      'Araucária Digital': 'Empresa de Verdade',
      'araucariadigital.example': 'empresadeverdade.com.br',
      '(49) 90000-0000': '(49) 99123-4567',
      '(49) 3000-0000': '(49) 3222-1234',
      'Rua do Pinhão, 100': 'Rua Correia Pinto, 12',
      '88500-000': '88502-001',
      '(a preencher: ': '(preenchido: ',
      ...Object.fromEntries(EXAMPLES.clients.map((client) => [client, 'Cliente de Verdade'])),
    };

    beforeEach(() => {
      for (const file of globSync('**/*.*', { cwd: content.root })) {
        const pairs = Object.entries(REAL);
        const text = pairs.reduce((all, pair) => all.replaceAll(...pair), content.read(file));
        content.write(file, text);
      }
    });

    test('passes, with any files that an operating system left behind', () => {
      content.write('clients/._serra-mel.json', 'Mac OS X');
      content.write('plans/._tecnologia.md', 'Araucária Digital');
      expect(issues()).toEqual([]);
    });

    test('lists the facts that visitors will miss, until the company adds them', () => {
      const missed = () => missingFacts(content.root);
      expect(missed()).toContain('o CNPJ (em Dados da empresa)');
      expect(missed()).toContain('o preço de um serviço avulso (em Serviços)');
      fillInOptionalFacts(content.root);
      expect(missed()).toEqual(['o retrato de quem atende (em Dados da empresa)']);
    });

    test.each([
      ['(49) 99123-4567', '(11) 93000-0000'],
      ['Rua Correia Pinto, 12', '12.345.678/0001-90'],
      ['contato@empresadeverdade.com.br', 'a@example.com'],
    ])('fails with %s replaced by %s, which is invented too', (from, to) => {
      content.replace('company.json', from, to);
      const sentence = `“${to}” é de exemplo (company.json, campo `;
      expect(issues()).toEqual([expect.stringContaining(sentence)]);
    });

    test("fails if a text names the example's town after the company has moved", () => {
      content.replace('pages/home.json', 'Empresa de Verdade', 'Suporte em Lages');
      expect(issues()).toEqual([]);
      content.replace('company.json', 'Lages', 'Joinville');
      expect(issues()).toEqual(['pages/home.json ainda diz “Lages”']);
    });
  });
});

const { name } = readCompany('src/content');

test('a site with its own brand passes', () => {
  expect(fileIssues('tests/other-company/brand', 'tests/other-company')).toEqual([]);
});

test.runIf(name === EXAMPLES.company.name)('files that came with the site fail', () => {
  const drawings = globSync('**/*.svg', { cwd: FROZEN_CONTENT }).map((it) => `src/content/${it}`);
  const brand = ['hero-lines.ts', 'mark.svg', 'tokens.css'].map((it) => `src/brand/${it}`);
  const expected = [...brand, ...drawings].map((file) => `${file} é de exemplo`);
  expect(fileIssues('src/brand', FROZEN_CONTENT).sort()).toEqual(expected.sort());
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
