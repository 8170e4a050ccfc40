/** What the launch check lets through, and what it holds back. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtSiteObstacles } from '../../src/launch-check/built-site.ts';
import { contentObstacles } from '../../src/launch-check/content.ts';
import { environmentObstacles } from '../../src/launch-check/environment.ts';
import { launchReport } from '../../src/launch-check/report.ts';
import { ContentCopy } from './support/content-copy.ts';

const sentences = (obstacles: { sentence: string }[]) => obstacles.map(({ sentence }) => sentence);

describe('content', () => {
  const content = new ContentCopy();
  afterAll(() => {
    content.remove();
  });

  const realCompany = {
    name: 'Empresa de Verdade',
    phones: [{ number: '(49) 99123-4567', whatsapp: true }],
    email: 'contato@empresadeverdade.com.br',
    toEmail: 'contato@empresadeverdade.com.br',
    fromEmail: 'site@empresadeverdade.com.br',
    address: {
      street: 'Rua Correia Pinto, 12',
      district: 'Centro',
      city: 'Lages',
      state: 'SC',
      postalCode: '88502-001',
    },
  };

  beforeEach(() => {
    content.restore();
    content.writeFields('company.json', realCompany);
    for (const file of [
      'pages/home.json',
      'pages/plan-list.json',
      'plans/tecnologia.md',
      'plans/midia-social.md',
    ]) {
      content.write(file, content.read(file).replaceAll('Araucária Digital', realCompany.name));
    }
    for (const [index, name] of CLIENTS.entries()) {
      const file = `clients/${name}.json`;
      content.writeFields(file, { ...content.fields(file), alt: `Cliente ${index + 1}` });
    }
  });

  const CLIENTS = [
    'atelie-ipe-roxo',
    'clinica-vale-verde',
    'construtora-pinhal',
    'padaria-vo-antonio',
    'serra-mel',
    'transportes-contestado',
  ];

  test('real facts and clients may go live', async () => {
    expect(await contentObstacles(content.root)).toEqual([]);
  });

  test.each([
    ['name', { name: 'Araucária Digital' }, 'o nome “Araucária Digital” é de exemplo'],
    [
      'mobile',
      { phones: [{ number: '(49) 90000-0000', whatsapp: true }] },
      'o telefone (49) 90000-0000 é de exemplo',
    ],
    [
      'landline',
      { phones: [{ number: '(49) 3000-0000', whatsapp: true }] },
      'o telefone (49) 3000-0000 é de exemplo',
    ],
    ['e-mail', { email: 'a@empresa.example' }, '“E-mail”: a@empresa.example é de exemplo'],
    ['recipient', { toEmail: 'a@example.com' }, '“E-mail que recebe”: a@example.com é de exemplo'],
    ['sender', { fromEmail: 'a@b.test' }, '“E-mail que envia”: a@b.test é de exemplo'],
    [
      'street',
      { address: { ...realCompany.address, street: 'Rua do Pinhão, 100' } },
      'o endereço “Rua do Pinhão, 100” é de exemplo',
    ],
  ])('an example %s is held back', async (_title, change, sentence) => {
    content.writeFields('company.json', { ...realCompany, ...change });
    const [first, ...others] = sentences(await contentObstacles(content.root));
    expect(first).toContain(sentence);
    expect(others).toEqual([]);
  });

  test('every example client is held back by name', async () => {
    const example = new ContentCopy();
    for (const name of CLIENTS)
      content.write(`clients/${name}.json`, example.read(`clients/${name}.json`));
    example.remove();
    expect(await contentObstacles(content.root)).toHaveLength(CLIENTS.length);
  });

  test('what an operating system left behind is looked at no more than by the content check', async () => {
    content.write('clients/._serra-mel.json', 'Mac OS X');
    content.write('plans/._tecnologia.md', 'Araucária Digital');
    expect(await contentObstacles(content.root)).toEqual([]);
  });

  test('a text that still says the working name is held back', async () => {
    content.replace('pages/home.json', realCompany.name, 'Araucária Digital');
    expect(sentences(await contentObstacles(content.root))).toEqual([
      'pages/home.json ainda diz “Araucária Digital”',
    ]);
  });
});

describe('environment', () => {
  const real = {
    SITE_URL: 'https://www.empresadeverdade.com.br',
    PUBLIC_SUPABASE_URL: 'https://qwertyuiopasdfghjkl.supabase.co',
    PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_1a2b3c4d5e6f7g8h9i',
  };

  test('a complete one may go live', () => {
    expect(environmentObstacles(real)).toEqual([]);
  });

  test.each([
    [{ SITE_URL: '' }, 'SITE_URL é http://localhost:4321'],
    [{ SITE_URL: 'https://www.araucariadigital.example' }, 'falta o endereço verdadeiro'],
    [{ SITE_URL: 'https://www.empresa.com.br' }, 'falta o endereço verdadeiro'],
    [{ SITE_URL: 'http://www.empresadeverdade.com.br' }, 'precisa ser https://'],
    [{ SITE_URL: 'empresa' }, 'SITE_URL precisa ser o endereço do site, como'],
    [{ SITE_BASE: 'site' }, 'SITE_BASE precisa ser um caminho como /site'],
    [{ PUBLIC_SUPABASE_URL: '' }, 'andam juntas: falta PUBLIC_SUPABASE_URL'],
    [{ PUBLIC_SUPABASE_URL: 'https://abcdefghijklmnop.supabase.co' }, 'do arquivo de exemplo'],
    [
      { PUBLIC_SUPABASE_URL: 'supabase' },
      'precisa ser um endereço como https://abcdefgh.supabase.co; está “supabase”',
    ],
    [{ PUBLIC_SUPABASE_ANON_KEY: '' }, 'andam juntas: falta PUBLIC_SUPABASE_ANON_KEY'],
    [{ PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_xxxxxxxxxxxxxxxxxxxx' }, 'do arquivo de exemplo'],
    [{ CMS_REPO: 'site' }, 'CMS_REPO precisa ser o repositório, como empresa/site; está “site”'],
    [{ CMS_BACKEND: 'svn' }, 'CMS_BACKEND precisa ser github ou gitlab; está “svn”'],
    [{ CMS_AUTH_URL: 'http://a.com.br' }, 'CMS_AUTH_URL precisa ser o endereço do serviço'],
    [{ PUBLIC_SUPABASE_ANON_KEY: 'x' }, 'precisa ser a chave anônima'],
  ])('%j is held back, in Portuguese', (change, sentence) => {
    const [first, ...others] = sentences(environmentObstacles({ ...real, ...change }));
    expect(first).toContain(sentence);
    expect(first).not.toMatch(/\b(?:must|found|set)\b/);
    expect(others).toEqual([]);
  });

  test('a key pasted with a line break is one obstacle, and shown no further than needed', () => {
    const key = `${real.PUBLIC_SUPABASE_ANON_KEY}\n`;
    expect(sentences(environmentObstacles({ ...real, PUBLIC_SUPABASE_ANON_KEY: key }))).toEqual([
      expect.stringMatching(
        /^PUBLIC_SUPABASE_ANON_KEY precisa ser a chave .*; está “sb_publishab…”$/,
      ),
    ]);
  });

  test('an address that is missing on the host which builds is held back, with the place to set it', () => {
    expect(sentences(environmentObstacles({ ...real, SITE_URL: '', NETLIFY: 'true' }))).toEqual([
      'SITE_URL não está definida; no Netlify, defina em Project configuration → Environment variables, também para as prévias',
    ]);
  });

  test('a form without a backend is held back', () => {
    const unset = { PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_ANON_KEY: '' };
    expect(sentences(environmentObstacles({ ...real, ...unset }))).toEqual([
      expect.stringContaining('PUBLIC_SUPABASE_URL não está definida'),
      expect.stringContaining('PUBLIC_SUPABASE_ANON_KEY não está definida'),
    ]);
  });
});

describe('the built site', () => {
  let folder = '';

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

  const page = (body: string, base = '') =>
    `<!doctype html><html><head><link rel="canonical" href="https://www.empresadeverdade.com.br/">` +
    `<meta property="og:image" content="https://www.empresadeverdade.com.br${base}/og.png"></head><body>${body}</body></html>`;

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
    write(
      'index.html',
      page(
        '<p id="a"></p><a href="#a">1</a><a href="/planos#título">2</a><a href="https://x.com.br/y">3</a><a href="mailto:a@b.c">4</a><img src="/og.png">',
      ),
    );
    expect(builtSiteObstacles(folder)).toEqual([]);
  });

  test.each([
    ['<a href="/nada">x</a>', 'index.html: o link /nada não existe'],
    ['<a href="/planos/">x</a>', 'index.html: o link /planos/ não existe'],
    ['<a href="#nada">x</a>', 'index.html: o link #nada leva a uma parte que a página não tem'],
    [
      '<a href="/planos#nada">x</a>',
      'index.html: o link /planos#nada leva a uma parte que a página não tem',
    ],
    ['<img src="/nada.png">', 'index.html: o link /nada.png não existe'],
    ['<a href="/servi%E7os">x</a>', 'index.html: o link /servi%E7os não existe'],
    [
      '<a href="/planos#servi%E7os">x</a>',
      'index.html: o link /planos#servi%E7os leva a uma parte que a página não tem',
    ],
  ])('%s is held back', (body, sentence) => {
    write('index.html', page(body));
    expect(sentences(builtSiteObstacles(folder))).toEqual([sentence]);
  });

  test('a page without an image to share is held back', () => {
    write('index.html', page('').replace(/<meta property.*?>/, ''));
    expect(sentences(builtSiteObstacles(folder))).toEqual([
      'index.html: falta a imagem para compartilhar (og:image)',
    ]);
  });

  test('a page whose image to share is gone is held back', () => {
    rmSync(join(folder, 'og.png'));
    expect(sentences(builtSiteObstacles(folder))[0]).toContain(
      'a imagem para compartilhar não existe',
    );
  });

  test('a page built for a placeholder domain is held back', () => {
    write(
      'index.html',
      page('').replace('https://www.empresadeverdade.com.br/"', 'http://localhost:4321/"'),
    );
    expect(sentences(builtSiteObstacles(folder))).toEqual([
      'index.html: foi construída para http://localhost:4321, que não é o site verdadeiro',
    ]);
  });

  test('below a base path, links have to begin with it', () => {
    write('planos.html', page('<a href="/site/planos">x</a>', '/site'));
    write('index.html', page('<a href="/site/planos">x</a><a href="/planos">y</a>', '/site'));
    expect(sentences(builtSiteObstacles(folder, '/site'))).toEqual([
      'index.html: o link /planos fica fora de /site',
    ]);
  });

  test('no built site at all is held back', () => {
    rmSync(join(folder, 'index.html'));
    expect(sentences(builtSiteObstacles(folder))[0]).toContain('rode antes npm run build');
  });
});

test('the report lists everything by area', () => {
  expect(launchReport([])).toBe('Nada impede o site de ir ao ar.');
  expect(
    launchReport([
      { area: 'Clientes', sentence: 'a' },
      { area: 'Textos', sentence: 'b' },
      { area: 'Clientes', sentence: 'c' },
    ]),
  ).toBe('Faltam 3 coisas para o site ir ao ar:\n\nClientes\n  - a\n  - c\n\nTextos\n  - b');
});
