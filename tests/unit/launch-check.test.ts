/** What the launch check lets through, and what it holds back. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtSiteObstacles } from '../../src/launch-check/built-site.ts';
import { contentObstacles } from '../../src/launch-check/content.ts';
import { environmentObstacles } from '../../src/launch-check/environment.ts';
import { launchReport, type Obstacle } from '../../src/launch-check/obstacle.ts';
import { sharedContentCopy } from './support/content-copy.ts';

const sentences = (obstacles: Obstacle[]) => obstacles.map(({ pt }) => pt);

const SITE_URL = 'https://www.empresadeverdade.com.br';

describe('content', () => {
  const content = sharedContentCopy();
  const obstacles = () => sentences(contentObstacles(content.root));

  const ADDRESS = {
    street: 'Rua Correia Pinto, 12',
    district: 'Centro',
    city: 'Lages',
    state: 'SC',
    postalCode: '88502-001',
  };
  const COMPANY = {
    name: 'Empresa de Verdade',
    phones: [{ number: '(49) 99123-4567', whatsapp: true }],
    email: 'contato@empresadeverdade.com.br',
    toEmail: 'contato@empresadeverdade.com.br',
    fromEmail: 'site@empresadeverdade.com.br',
    address: ADDRESS,
  };

  beforeEach(() => {
    content.writeFields('company.json', COMPANY);
    for (const file of readdirSync(content.root, { recursive: true, encoding: 'utf8' })) {
      if (/^(?:pages|plans)\/.*\.\w+$/.test(file)) {
        content.write(file, content.read(file).replaceAll('Araucária Digital', COMPANY.name));
      }
      if (/^clients\/.*\.json$/.test(file)) {
        content.writeFields(file, { ...content.fields(file), alt: file });
        content.write(file.replace('.json', '.svg'), `<svg><title>${file}</title></svg>`);
      }
    }
  });

  test('real facts and clients may go live, whatever an operating system left beside them', () => {
    content.write('clients/._serra-mel.json', 'Mac OS X');
    content.write('plans/._tecnologia.md', 'Araucária Digital');
    expect(obstacles()).toEqual([]);
  });

  test('what the site comes with is held back, but for a town that may be the right one', () => {
    content.restore();
    // Another name and other line endings make no other logo.
    const client = 'clients/serra-mel.json';
    const logo = 'clients/serra-mel.svg';
    content.writeFields(client, { ...content.fields(client), alt: 'Cliente 1' });
    content.write(logo, content.read(logo).replaceAll('\n', '\r\n'));
    const found = obstacles();
    for (const fact of ['Rua do Pinhão, 100', '(49) 3000-0000', 'site@araucariadigital.example']) {
      expect(found).toContainEqual(expect.stringContaining(`“${fact}” é de exemplo`));
    }
    expect(found.filter((it) => it.endsWith('é um cliente de exemplo'))).toHaveLength(5);
    expect(found).toContain(`o logotipo de “Cliente 1” é de exemplo (${logo})`);
    expect(found).toContain('pages/home.json ainda diz “Araucária Digital”');
    expect(found.join()).not.toContain('Lages');
  });

  test.each([
    [{ phones: [{ number: '(11) 93000-0000', whatsapp: true }] }, '(11) 93000-0000'],
    [{ cnpj: '12.345.678/0001-90' }, '12.345.678/0001-90'],
    [{ toEmail: 'a@example.com' }, 'a@example.com'],
  ])('%j is held back, whoever invented it', (change, text) => {
    content.writeFields('company.json', { ...COMPANY, ...change });
    expect(obstacles()).toEqual([
      expect.stringContaining(`“${text}” é de exemplo (company.json, campo `),
    ]);
  });

  test("a text that still says the example's town is held back, once the company is in another", () => {
    content.replace('pages/home.json', COMPANY.name, 'Suporte em Lages');
    expect(obstacles()).toEqual([]);
    const address = { ...ADDRESS, city: 'Joinville' };
    content.writeFields('company.json', { ...COMPANY, address });
    expect(obstacles()).toEqual(['pages/home.json ainda diz “Lages”']);
  });
});

describe('environment', () => {
  const REAL = {
    SITE_URL,
    PUBLIC_SUPABASE_URL: 'https://qwertyuiopasdfghjkl.supabase.co',
    PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_1a2b3c4d5e6f7g8h9i',
  };

  test('a complete one may go live', () => {
    expect(environmentObstacles(REAL)).toEqual([]);
  });

  test.each([
    [{ SITE_URL: '' }, 'SITE_URL é http://localhost:4321'],
    [{ SITE_URL: 'http://www.empresadeverdade.com.br' }, 'precisa ser https://'],
    [{ PUBLIC_SUPABASE_URL: 'https://abcdefghijklmnop.supabase.co' }, 'do arquivo de exemplo'],
    [{ PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_ANON_KEY: '' }, 'o formulário não envia mensagens'],
  ])('%j is held back, in Portuguese', (change, sentence) => {
    expect(sentences(environmentObstacles({ ...REAL, ...change }))).toEqual([
      expect.stringContaining(sentence),
    ]);
  });
});

describe('the built site', () => {
  let folder = '';
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
  };
  const page = (body: string, base = '') =>
    `<!doctype html><html><head><link rel="canonical" href="${SITE_URL}${base}/">` +
    `<meta property="og:image" content="${SITE_URL}${base}/og.png"></head><body>${body}</body></html>`;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'site-'));
    write('og.png', 'x');
    write('planos.html', page('<h2 id="título">Planos</h2><a href="/">Início</a>'));
    write('404.html', '<meta name="robots" content="noindex">');
    write('index.html', page('<a href="/planos">Planos</a>'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test('one whose links and images are all there may go live', () => {
    const links = ['#a', '/planos#título', 'https://x.com.br/y', 'mailto:a@b.c'];
    const body = links.map((link) => `<a href="${link}">x</a>`).join('');
    write('index.html', page(`<p id="a"></p>${body}<img src="/og.png">`));
    expect(builtSiteObstacles(folder, `${SITE_URL}/`)).toEqual([]);
  });

  test.each([
    ['<a href="/planos/">x</a>', 'o link /planos/ não existe'],
    ['<a href="/planos#nada">x</a>', 'o link /planos#nada leva a uma parte que a página não tem'],
    ['<img src="/servi%E7os.png">', 'o link /servi%E7os.png não existe'],
  ])('%s is held back', (body, sentence) => {
    write('index.html', page(body));
    expect(sentences(builtSiteObstacles(folder))).toEqual([`index.html: ${sentence}`]);
  });

  test('a page without its image to share is held back', () => {
    rmSync(join(folder, 'og.png'));
    write('index.html', page('').replace(/<meta property.*?>/, ''));
    expect(sentences(builtSiteObstacles(folder))).toEqual([
      'index.html: falta a imagem para compartilhar (og:image: nenhuma)',
      `planos.html: falta a imagem para compartilhar (og:image: ${SITE_URL}/og.png)`,
    ]);
  });

  test('one that was built for another URL or another path is held back, in one sentence', () => {
    expect(sentences(builtSiteObstacles(folder, 'https://www.outra.com.br/site/'))).toEqual([
      `o site foi gerado para ${SITE_URL}/, mas SITE_URL e SITE_BASE dizem https://www.outra.com.br/site/: rode npm run build de novo`,
    ]);
  });

  test('below a base path, links have to begin with it', () => {
    write('planos.html', page('<a href="/site/planos">x</a>', '/site'));
    write('index.html', page('<a href="/site/planos">x</a><a href="/planos">y</a>', '/site'));
    expect(sentences(builtSiteObstacles(folder, `${SITE_URL}/site/`))).toEqual([
      'index.html: o link /planos fica fora de /site',
    ]);
  });

  test('no built site at all is held back', () => {
    rmSync(join(folder, 'index.html'));
    expect(sentences(builtSiteObstacles(folder))[0]).toContain('rode antes npm run build');
  });
});

test('the report lists everything by area, in the language of its reader', () => {
  const obstacles: Obstacle[] = [
    { area: 'clients', pt: 'a', en: 'A' },
    { area: 'texts', pt: 'b', en: 'B' },
    { area: 'clients', pt: 'c', en: 'C' },
  ];
  expect(launchReport(obstacles, 'pt')).toBe(
    'Faltam 3 coisas para o site ir ao ar:\n\nClientes\n  - a\n  - c\n\nTextos\n  - b',
  );
  expect(launchReport(obstacles, 'en')).toBe(
    '3 things keep the site from going live:\n\nClients\n  - A\n  - C\n\nTexts\n  - B',
  );
  expect(launchReport([], 'pt')).toBe('Nada impede o site de ir ao ar.');
});
