/** What the launch check lets through, and what it holds back. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtSiteObstacles } from '../../src/launch-check/built-site.ts';
import { contentObstacles } from '../../src/launch-check/content.ts';
import { environmentObstacles } from '../../src/launch-check/environment.ts';
import { launchReport, type Obstacle } from '../../src/launch-check/obstacle.ts';
import { sharedContentCopy } from './support/content-copy.ts';

const sentences = (obstacles: { pt: string }[]) => obstacles.map(({ pt }) => pt);

const WORKING_NAME = 'Araucária Digital';
const SITE_URL = 'https://www.empresadeverdade.com.br';

describe('content', () => {
  const content = sharedContentCopy();
  const examples = sentences(contentObstacles(content.root));

  const REAL_COMPANY = {
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
  const CLIENTS = readdirSync(join(content.root, 'clients'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `clients/${name.replace('.json', '')}`);
  const TEXTS = ['pages/home.json', 'pages/plan-list.json'];
  const PLANS = ['plans/tecnologia.md', 'plans/midia-social.md'];

  beforeEach(() => {
    content.writeFields('company.json', REAL_COMPANY);
    for (const file of [...TEXTS, ...PLANS]) {
      content.write(file, content.read(file).replaceAll(WORKING_NAME, REAL_COMPANY.name));
    }
    for (const client of CLIENTS) {
      content.writeFields(`${client}.json`, { ...content.fields(`${client}.json`), alt: client });
      content.write(`${client}.svg`, `<svg><title>${client}</title></svg>`);
    }
  });

  test('real facts and clients may go live', () => {
    expect(contentObstacles(content.root)).toEqual([]);
  });

  test('every fact that the site comes with is held back, but for a town that may be the right one', () => {
    content.restore();
    const texts = Array.from(content.read('company.json').matchAll(/: "([^"]+)"/g), ([, it]) => it);
    expect(texts.length).toBeGreaterThan(8);
    for (const text of texts.filter((it) => !['Centro', 'Lages', 'SC'].includes(it ?? ''))) {
      expect(examples).toContainEqual(expect.stringContaining(`“${text}” é de exemplo`));
    }
  });

  test.each([
    ['phone', { phones: [{ number: '(11) 93000-0000', whatsapp: true }] }, '(11) 93000-0000'],
    ['e-mail', { toEmail: 'a@example.com' }, 'a@example.com'],
  ])('an invented %s is held back, whoever invented it', (_title, change, text) => {
    content.writeFields('company.json', { ...REAL_COMPANY, ...change });
    expect(sentences(contentObstacles(content.root))).toEqual([
      expect.stringContaining(`“${text}” é de exemplo (company.json, campo `),
    ]);
  });

  test('every example client is held back, by its name and by its logo under another name', () => {
    content.restore();
    const [first = ''] = CLIENTS;
    content.writeFields(`${first}.json`, { ...content.fields(`${first}.json`), alt: 'Cliente 1' });
    content.write(`${first}.svg`, content.read(`${first}.svg`).replaceAll('\n', '\r\n'));
    const found = sentences(contentObstacles(content.root));
    expect(found.filter((it) => it.endsWith('é um cliente de exemplo'))).toHaveLength(5);
    expect(found).toContain(`o logotipo de “Cliente 1” é de exemplo (${first}.svg)`);
  });

  test('what an operating system left behind is not looked at', () => {
    content.write('clients/._serra-mel.json', 'Mac OS X');
    content.write('plans/._tecnologia.md', WORKING_NAME);
    expect(contentObstacles(content.root)).toEqual([]);
  });

  test('a text that still says the working name is held back', () => {
    content.replace('pages/home.json', REAL_COMPANY.name, WORKING_NAME);
    expect(sentences(contentObstacles(content.root))).toEqual([
      'pages/home.json ainda diz “Araucária Digital”',
    ]);
  });

  test("a text that still says the example's town is held back, once the company is in another", () => {
    content.replace('pages/home.json', REAL_COMPANY.name, 'Suporte em Lages');
    expect(contentObstacles(content.root)).toEqual([]);
    const address = { ...REAL_COMPANY.address, city: 'Joinville' };
    content.writeFields('company.json', { ...REAL_COMPANY, address });
    expect(sentences(contentObstacles(content.root))).toEqual([
      'pages/home.json ainda diz “Lages”',
    ]);
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
    [{ SITE_URL: 'https://www.empresa.com.br' }, 'falta o endereço verdadeiro'],
    [{ SITE_URL: 'http://www.empresadeverdade.com.br' }, 'precisa ser https://'],
    [{ SITE_BASE: 'site' }, 'SITE_BASE precisa ser um caminho como /site'],
    [{ PUBLIC_SUPABASE_URL: '' }, 'andam juntas: falta PUBLIC_SUPABASE_URL'],
    [{ PUBLIC_SUPABASE_URL: 'https://abcdefghijklmnop.supabase.co' }, 'do arquivo de exemplo'],
    [{ PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_xxxxxxxxxxxxxxxxxxxx' }, 'do arquivo de exemplo'],
    [{ PUBLIC_SUPABASE_URL: '', PUBLIC_SUPABASE_ANON_KEY: '' }, 'o formulário não envia mensagens'],
    [{ SITE_URL: '', NETLIFY: 'true' }, 'no Netlify, defina em Project configuration'],
  ])('%j is held back, in Portuguese', (change, sentence) => {
    const [first, ...others] = sentences(environmentObstacles({ ...REAL, ...change }));
    expect(first).toContain(sentence);
    expect(first).not.toMatch(/\b(?:must|found|set)\b/);
    expect(others).toEqual([]);
  });
});

describe('the built site', () => {
  let folder = '';

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

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
    ['<a href="/nada">x</a>', 'o link /nada não existe'],
    ['<a href="/planos/">x</a>', 'o link /planos/ não existe'],
    ['<a href="#nada">x</a>', 'o link #nada leva a uma parte que a página não tem'],
    ['<a href="/planos#nada">x</a>', 'o link /planos#nada leva a uma parte que a página não tem'],
    ['<img src="/nada.png">', 'o link /nada.png não existe'],
    ['<a href="/servi%E7os">x</a>', 'o link /servi%E7os não existe'],
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

describe('the report', () => {
  test('lists everything by area, in the language of its reader', () => {
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
  });

  test('says so when nothing is left', () => {
    expect(launchReport([], 'pt')).toBe('Nada impede o site de ir ao ar.');
  });
});
