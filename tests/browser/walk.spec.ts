/**
 * A walk through the site, in every engine that a machine has: `npm test` goes it in Chromium,
 * `npm run test:browsers` in Firefox and WebKit.
 */
import { ALL_PAGES, expect, siteTest } from './support/fixtures.ts';
import { engineOf } from './support/engines.ts';
import { Visitor } from './support/visitor.ts';

const test = siteTest.extend<{ visitor: Visitor }, { engine: ReturnType<typeof engineOf> }>({
  engine: [
    async ({ playwright, browserName, launchOptions }, use) => {
      const engine = engineOf(playwright[browserName], launchOptions);
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  visitor: async ({ engine, siteUrls, build, viewport, colorScheme, javaScriptEnabled }, use) => {
    const session = await engine.open({ viewport, colorScheme, javaScriptEnabled });
    await use(new Visitor(session.driver, siteUrls[build]));
    await session.close();
  },
});

test.use({ reducedMotion: 'no-preference' });

const LINKS = {
  Início: '/',
  'Sobre Nós': '/#sobre-nós',
  Serviços: '/#serviços',
  Planos: '/planos',
  Contato: '/#contato',
};
const LABELS = Object.keys(LINKS);

const HEADINGS: Record<string, string> = {
  '/': 'Sua Dificuldade, Nossa Solução em Tecnologia.',
  '/planos': 'Nossos Planos Flexíveis',
  '/planos/tecnologia': 'Suporte em Tecnologia Avançado',
  '/planos/midia-social': 'Estratégia de Mídia Social de Impacto',
  '/planos/nao-existe': 'Plano não encontrado',
  '/nao-existe': 'Página não encontrada',
};

const PHONE = { width: 360, height: 740 };
const FIELDS = '[name=name], [name=phone], [name=message]';
const TYPED = ['Ana', '(49) 90000-0001', 'Bom dia'];
const ADDRESSES = {
  toEmail: 'contato@araucariadigital.example',
  fromEmail: 'site@araucariadigital.example',
};
const SENT_HEADERS = {
  'content-type': 'application/json',
  apikey: 'sb_publishable_only_for_tests',
  'idempotency-key': expect.stringMatching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
};
const TOAST = '[data-sonner-toast]';

async function fillIn({ driver }: Visitor, [name = '', phone = '', message = ''] = TYPED) {
  await driver.type('[name=name]', name);
  await driver.type('[name=phone]', phone);
  await driver.type('[name=message]', message);
}

/** Fills in the form and sends it by script. */
async function send(visitor: Visitor, typed = TYPED): Promise<void> {
  await visitor.open('/#contato');
  await visitor.expectHydrated('form');
  await fillIn(visitor, typed);
  await visitor.click('form button');
}

/** By the links home, back to the top of the same page, with all that was typed further down. */
async function goHome(visitor: Visitor): Promise<void> {
  await visitor.open('/');
  await fillIn(visitor);
  await visitor.click('nav a', 'Início');
  await visitor.expectAtTop();
  await visitor.click('nav a', 'Contato');
  await visitor.expectInView('#contato h2');
  await visitor.click('header a');
  await visitor.expectAtTop();
  await visitor.expectValues(FIELDS, TYPED);
}

test('every page has its heading, the bar’s links and the footer', async ({ visitor }) => {
  for (const path of ALL_PAGES) {
    await visitor.open(path);
    await visitor.expectTexts('h1', [HEADINGS[path]]);
    await visitor.expectTexts('nav a', LABELS);
    const hrefs = Object.values({ ...LINKS, ...(path === '/' && { Início: '/#início' }) });
    await visitor.expectAttributes('nav > ul a', 'href', hrefs);
    for (const text of [
      `© ${new Date().getFullYear()}`,
      'Todos os direitos reservados',
      'Tecnologia que Transforma. Soluções que Inspiram.',
    ]) {
      await visitor.expectText('footer', text);
    }
  }
});

test('the links between the pages lead where they say', async ({ visitor }) => {
  for (const [from, selector, text, to] of [
    ['/', '#planos-home li:nth-child(1) a', 'Ver Detalhes', '/planos/tecnologia'],
    ['/', '#planos-home li:nth-child(2) a', 'Ver Detalhes', '/planos/midia-social'],
    ['/', 'main a', 'Ver Todos os Planos', '/planos'],
    ['/planos', 'main li:nth-child(1) a', 'Saiba Mais', '/planos/tecnologia'],
    ['/planos', 'main li:nth-child(2) a', 'Saiba Mais', '/planos/midia-social'],
    ['/planos/tecnologia', 'main a', 'Voltar para Todos os Planos', '/planos'],
    ['/planos/nao-existe', 'main a', 'Voltar para Todos os Planos', '/planos'],
    ['/nao-existe', 'main a', '', '/'],
    ['/planos', 'header a', '', '/'],
  ] as const) {
    await visitor.open(from);
    await visitor.click(selector, text);
    await visitor.expectAt(to);
    await visitor.expectTexts('h1', [HEADINGS[to]]);
  }
});

test('the page of each plan leads into a chat about it, and to the form', async ({ visitor }) => {
  for (const path of ['/planos/tecnologia', '/planos/midia-social']) {
    await visitor.open(path);
    await visitor.expectAttributes('main a[href*="wa.me"]', 'target', ['_blank']);
    const greeting = expect.stringContaining(encodeURIComponent(HEADINGS[path] ?? ''));
    await visitor.expectAttributes('main a[href*="wa.me/5549900000000?"]', 'href', [greeting]);
    await visitor.click('main a', 'Entre em Contato Conosco');
    await visitor.expectInView('#contato h2');
    await visitor.expectAt('/');
  }
});

test.describe('a scroll request', () => {
  test('leads smoothly to a section of the same page', async ({ visitor }) => {
    await visitor.open('/?utm_source=panfleto');
    await fillIn(visitor);
    const behavior = () => getComputedStyle(document.documentElement).scrollBehavior;
    await visitor.expect('scroll behavior', behavior).toBe('smooth');
    await visitor.click('main a', 'Descubra Nossas Soluções');
    await visitor.expectInView('#serviços h2');
    await visitor.click('nav a', 'Sobre Nós');
    await visitor.expectInView('#sobre-nós h2');
    await visitor.expectInView('header');
    await visitor.expectValues(FIELDS, TYPED);
  });

  test('from another page goes home, and is not repeated', async ({ visitor }) => {
    await visitor.open('/planos');
    await visitor.click('nav a', 'Sobre Nós');
    await visitor.expectInView('#sobre-nós h2');
    await visitor.expectAt('/');
    await visitor.click('nav a', 'Início');
    await visitor.expectAtTop();
    await visitor.driver.reload();
    await visitor.expectAt('/');
    await visitor.expectAtTop();
  });

  test('is no step of its own: Back leads to the page before', async ({ visitor }) => {
    await visitor.open('/planos/tecnologia');
    await visitor.click('nav a', 'Contato');
    await visitor.expectAt('/');
    await visitor.driver.back();
    await visitor.expectAt('/planos/tecnologia');
  });

  test('leaves the URL, but a campaign’s parameters stay', async ({ visitor }) => {
    await visitor.open('/?utm_source=panfleto#sobre-n%C3%B3s');
    await visitor.expectInView('#sobre-nós h2');
    await visitor.expectAt('/?utm_source=panfleto');
  });

  test('by Início or the logo leads to the top of the same page', async ({ visitor }) => {
    await goHome(visitor);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('the Menu button opens the five links at the first tap', async ({ visitor }) => {
    await visitor.open('/');
    await visitor.expectTexts('nav a', []);
    await visitor.click('summary');
    await visitor.expectTexts('nav a', LABELS);
  });

  test('a link of the menu closes it and scrolls to its section', async ({ visitor }) => {
    await visitor.open('/');
    await visitor.click('summary');
    await visitor.click('nav a', 'Contato');
    await visitor.expectInView('#contato h2');
    await visitor.expectTexts('nav a', []);
  });

  test('Escape and a tap outside close the menu and give the focus back', async ({ visitor }) => {
    await visitor.open('/planos/tecnologia');
    for (const close of [() => visitor.driver.press('Escape'), () => visitor.click('main li')]) {
      await visitor.click('summary');
      await visitor.expectHydrated('nav');
      await visitor.driver.press('Tab');
      await close();
      await visitor.expectTexts('nav a', []);
      await visitor.expectFocus('summary');
    }
  });

  test('whoever leaves the menu by keyboard closes it behind them', async ({ visitor }) => {
    await visitor.open('/planos/tecnologia');
    await visitor.click('summary');
    await visitor.expectHydrated('nav');
    for (const href of Object.values(LINKS)) {
      await visitor.driver.press('Tab');
      await visitor.expectFocus(`nav a[href="${href}"]`);
    }
    await visitor.driver.press('Tab');
    await visitor.expectFocus('main a');
    await visitor.expectTexts('nav a', []);
  });
});

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('no page scrolls sideways, and “Menu” stands on one line', async ({ visitor }) => {
    const overhang = () =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const linesOfMenu = (): number => {
      const label = document.createRange();
      label.selectNodeContents(document.querySelector('summary') ?? document.body);
      return label.getClientRects().length;
    };
    for (const path of ALL_PAGES) {
      await visitor.open(path);
      await visitor.expect(`sideways scroll of ${path}`, overhang).toBe(0);
      await visitor.expect('lines of the word “Menu”', linesOfMenu).toBe(1);
    }
  });
});

test.describe('a message', () => {
  test('is sent once, as specified, and nothing of it is kept', async ({ visitor, endpoint }) => {
    await send(visitor);
    const thanks = 'Obrigado por entrar em contato. Sua mensagem foi enviada com sucesso.';
    await visitor.expectText(TOAST, `Mensagem Enviada! ${thanks}`);
    await visitor.expectValues(FIELDS, ['', '', '']);
    const kept = () => JSON.stringify([sessionStorage, localStorage]);
    await visitor.expect('what the browser keeps', kept).not.toContain(TYPED[0]);
    expect(endpoint.requests).toMatchObject([
      { path: '/functions/v1/send-contact-email', headers: SENT_HEADERS },
    ]);
    expect(endpoint.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { name: TYPED[0], phone: TYPED[1], message: TYPED[2], ...ADDRESSES },
    ]);
  });

  test('that fails stays, and may go by WhatsApp', async ({ visitor, endpoint }) => {
    endpoint.answer = { status: 503 };
    await send(visitor);
    const advice =
      'Não foi possível enviar sua mensagem. Tente de novo mais tarde ou verifique se a função send-contact-email está configurada.';
    await visitor.expectText(TOAST, `Erro ao Enviar ${advice}`);
    await visitor.expectText(`${TOAST} a`, 'Enviar pelo WhatsApp');
    await visitor.expectValues(FIELDS, TYPED);
    await visitor.expectFocus('form button');
  });

  test('that is refused says so beside the field', async ({ visitor, endpoint }) => {
    const phone = 'Confira o telefone: faltam números.';
    endpoint.answer = { status: 422, body: { error: { fields: { phone } } } };
    await send(visitor);
    await visitor.expectText('main form', phone);
    await visitor.expectFocus('[name=phone]');
    await visitor.expectValues(FIELDS, TYPED);
  });

  test('of nothing but spaces is not sent, until words are there', async ({
    visitor,
    endpoint,
  }) => {
    await send(visitor, [' ', ...TYPED.slice(1)]);
    await visitor.expectText('main form', 'Escreva o seu nome.');
    await visitor.expectFocus('[name=name]');
    await visitor.expectAttributes('[name=name]', 'aria-invalid', ['true']);
    expect(endpoint.requests).toEqual([]);
    await visitor.driver.type('[name=name]', 'Ana');
    await visitor.expectAttributes('[name=name]', 'aria-invalid', [null]);
  });

  test.describe('without a configured backend', () => {
    test.use({ build: 'unconfigured' });

    test('is not sent, and the visitor is told and keeps it', async ({ visitor }) => {
      await send(visitor);
      const advice =
        'A integração com o sistema de envio não está completa. É preciso concluir a configuração do servidor.';
      await visitor.expectText(TOAST, `Erro de Configuração ${advice}`);
      await visitor.expectValues(FIELDS, TYPED);
    });
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('the browser’s own bar has the colour of the page', async ({ visitor }) => {
      await visitor.open('/');
      const look = () => {
        const paper = getComputedStyle(document.body).backgroundColor;
        const metas = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]');
        const probe = document.createElement('i');
        probe.style.color =
          [...metas].find(({ media }) => matchMedia(media).matches)?.content ?? '';
        document.body.append(probe);
        return {
          isDark: Math.max(...(paper.match(/\d+/g) ?? []).map(Number)) < 64,
          isBarAlike: getComputedStyle(probe).color === paper,
        };
      };
      const isDark = colorScheme === 'dark';
      await visitor.expect('look', look).toEqual({ isDark, isBarAlike: true });
    });
  });
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('every page shows all of its text', async ({ visitor }) => {
    const hidden = (): string[] =>
      [...document.querySelectorAll('main :is(h1, h2, h3, h4, p, li, dd, img)')]
        .filter((element) => !element.closest('[aria-hidden], details'))
        .filter((element) => !element.checkVisibility({ opacityProperty: true }))
        .map((element) => element.outerHTML);
    for (const path of ALL_PAGES) {
      await visitor.open(path);
      await visitor.expect(`hidden text of ${path}`, hidden).toEqual([]);
      await visitor.expectText('footer', `© ${new Date().getFullYear()}`);
    }
  });

  test('six client logos stand in a still row', async ({ visitor }) => {
    await visitor.open('/');
    const shown = () =>
      ['img', 'input'].map((name) => {
        const all = document.querySelectorAll(`#clientes ${name}`);
        return [...all].filter((element) => element.checkVisibility()).length;
      });
    await visitor.expect('logos and pause buttons', shown).toEqual([6, 0]);
  });

  test('Início and the logo lead to the top of the home page', async ({ visitor }) => {
    await goHome(visitor);
  });

  test('a message is posted to the function', async ({ visitor, endpoint }) => {
    await visitor.open('/');
    await fillIn(visitor);
    await visitor.click('form button');
    await expect.poll(() => endpoint.requests.length).toBe(1);
    const [request] = endpoint.requests;
    expect(request?.method).toBe('POST');
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      name: TYPED[0],
      phone: TYPED[1],
      message: TYPED[2],
      ...ADDRESSES,
      website: '',
    });
  });

  test.describe('on a phone', () => {
    test.use({ viewport: PHONE });

    test('the menu leads to what lies below it', async ({ visitor }) => {
      await visitor.open('/planos');
      await visitor.click('summary');
      await visitor.click('nav a', 'Contato');
      await visitor.expectInView('#contato h2');
      await visitor.open('/');
      await visitor.click('summary');
      await visitor.click('nav a', 'Serviços');
      await visitor.expectTexts('nav a', LABELS);
      await visitor.expectInView('#serviços h2');
    });
  });

  test.describe('and without a configured backend', () => {
    test.use({ build: 'unconfigured' });

    test('the visitor reads where else to write', async ({ visitor }) => {
      await visitor.open('/');
      await visitor.expectText('#contato', 'O envio pelo site não está funcionando');
    });
  });
});
