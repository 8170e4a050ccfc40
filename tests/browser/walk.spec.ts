/**
 * A walk through the site, in every engine that a machine has: `npm test` goes it in Chromium,
 * `npm run test:browsers` in Firefox and WebKit.
 */
import { BRAND } from '../../src/brand/brand.ts';
import { ALL_PAGES, expect, HEADINGS, test as base } from './support/fixtures.ts';
import { launchShared, openDriver, type Device, type Engine } from './support/engines.ts';
import { visitorOf, type Visitor } from './support/visitor.ts';

const test = base.extend<{ device: Device; visitor: Visitor }, { engine: Engine }>({
  engine: [
    async ({ playwright, browserName, launchOptions: options }, use) => {
      const browserType = playwright[browserName];
      const shared = await launchShared(browserType, options);
      await use({ browserType, options, shared });
      await shared?.close();
    },
    { scope: 'worker' },
  ],
  device: async ({ viewport, colorScheme, javaScriptEnabled, reducedMotion }, use) => {
    await use({ viewport, colorScheme, javaScriptEnabled, reducedMotion });
  },
  visitor: async ({ engine, device, baseURL, endpoint }, use) => {
    const driver = await openDriver(engine, device, endpoint);
    await use(visitorOf(driver, baseURL ?? ''));
    await driver.close();
  },
});

const LINKS = {
  Início: '/',
  'Sobre Nós': '/#sobre-nós',
  Serviços: '/#serviços',
  Planos: '/planos',
  Contato: '/#contato',
};
const LABELS = Object.keys(LINKS);
const BAR_LINK = 'nav > ul a';

const PHONE = { width: 360, height: 740 };
const MESSAGE = {
  name: 'Ana',
  // Two numbers, as some visitors leave them.
  phone: '(49) 90000-0001 / 3000-0002',
  message: 'Bom dia',
  toEmail: 'contato@araucariadigital.example',
  fromEmail: 'site@araucariadigital.example',
};
const TYPED = [MESSAGE.name, MESSAGE.phone, MESSAGE.message];
const TOAST = '[data-sonner-toast]';
const TOAST_MS = 5000;

declare global {
  interface Window {
    delaysMs: number[];
  }
}

async function fillIn(visitor: Visitor, [name = '', phone = '', message = ''] = TYPED) {
  await visitor.type('[name=name]', name);
  await visitor.type('[name=phone]', phone);
  await visitor.type('[name=message]', message);
}

/** Fills in the form once its script is there. */
async function fillInByScript(visitor: Visitor, typed = TYPED): Promise<void> {
  await visitor.open('/#contato');
  await visitor.expectHydrated('form');
  await fillIn(visitor, typed);
}

/** By keyboard, as some visitors must. */
async function submit(visitor: Visitor): Promise<void> {
  await visitor.press('Tab');
  await visitor.press('Enter');
}

/** Sends a message by script. */
async function send(visitor: Visitor, typed = TYPED): Promise<void> {
  await fillInByScript(visitor, typed);
  await submit(visitor);
}

/** Notes the delays of all timers that the page sets from now on: no engine needs to wait for them. */
function recordTimers(): void {
  const setTimer = window.setTimeout.bind(window);
  window.delaysMs = [];
  window.setTimeout = ((handler: () => void, delayMs: number) => {
    window.delaysMs.push(delayMs);
    return setTimer(handler, delayMs);
  }) as typeof window.setTimeout;
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
  await visitor.expectTyped(TYPED);
}

test('every page has its heading, the bar’s links and the footer', async ({ visitor }) => {
  for (const path of ALL_PAGES) {
    await visitor.open(path);
    await visitor.expectTexts('h1', [HEADINGS[path]]);
    await visitor.expectTexts('nav a', LABELS);
    const hrefs = Object.values({ ...LINKS, ...(path === '/' && { Início: '/#início' }) });
    await visitor.expectAttributes(BAR_LINK, 'href', hrefs);
    for (const text of [
      `© ${new Date().getFullYear()}`,
      'Todos os direitos reservados',
      'Tecnologia que Transforma. Soluções que Inspiram.',
    ]) {
      await visitor.expectText('footer', text);
    }
  }
});

test('a URL that others share leads to its section', async ({ visitor }) => {
  await visitor.open('/#contato');
  await visitor.expectInView('#contato h2');
});

test('the first link leads past the bar', async ({ visitor }) => {
  await visitor.open('/');
  await visitor.press('Tab');
  await visitor.expectTexts(':focus', ['Pular para o conteúdo']);
  await visitor.expectInView(':focus');
  await visitor.press('Enter');
  await visitor.press('Tab');
  await visitor.expectFocus('main *');
  await visitor.expectInView(':focus');
});

test('the bar marks the page the visitor is on', async ({ visitor }) => {
  for (const [path, mark] of [
    ['/planos', 'page'],
    ['/planos/tecnologia', 'true'],
    ['/planos/nao-existe', null],
  ] as const) {
    await visitor.open(path);
    await visitor.expectAttributes(BAR_LINK, 'aria-current', [null, null, null, mark, null]);
  }
  // Nor does the menu of a phone mark anything on a page that is nowhere in the site.
  await visitor.expectAttributes('nav [aria-current]', 'aria-current', []);
});

test('on the home page the bar marks the section in view', async ({ visitor }) => {
  await visitor.open('/');
  await visitor.expectAttributes(BAR_LINK, 'aria-current', ['page', null, null, null, null]);
  await visitor.click('main a', 'Descubra Nossas Soluções');
  await visitor.expectAttributes(BAR_LINK, 'aria-current', [null, null, 'location', null, null]);
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

test('a link to a section of another page is not repeated by a reload, nor a step for Back', async ({
  visitor,
}) => {
  await visitor.open('/planos');
  await visitor.click('nav a', 'Sobre Nós');
  await visitor.expectInView('#sobre-nós h2');
  await visitor.expectAt('/');
  await visitor.click('nav a', 'Início');
  await visitor.expectAtTop();
  await visitor.reload();
  await visitor.expectAt('/');
  await visitor.expectAtTop();
  await visitor.open('/planos/tecnologia');
  await visitor.click('nav a', 'Contato');
  await visitor.expectAt('/');
  await visitor.back();
  await visitor.expectAt('/planos/tecnologia');
});

test('a visitor who comes back finds the page where they left it', async ({ visitor }) => {
  await visitor.open('/#planos-home');
  await visitor.expectInView('#planos-home h2');
  await visitor.expectAt('/');
  await visitor.open('/planos');
  await visitor.back();
  await visitor.expectAt('/');
  await visitor.expectInView('#planos-home h2');
});

test.describe('in motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('the drawing, if it moves, and the client logos stop at a click', async ({ visitor }) => {
    const loops = () => {
      const states = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations === Infinity)
        .map(({ playState }) => playState);
      return Array.from(new Set(states)).sort();
    };
    await visitor.open('/');
    await visitor.expectIn('loops', loops).toEqual(['running']);
    if (BRAND.isDrawingMoving) {
      await visitor.click('#início input');
      await visitor.expectIn('loops', loops).toEqual(['paused', 'running']);
    }
    await visitor.click('#clientes input');
    await visitor.expectIn('loops', loops).toEqual(['paused']);
  });

  test('the links of the page scroll smoothly to its sections', async ({ visitor }) => {
    await visitor.open('/?utm_source=panfleto');
    await fillIn(visitor);
    const behavior = () => getComputedStyle(document.documentElement).scrollBehavior;
    await visitor.expectIn('scroll behavior', behavior).toBe('smooth');
    await visitor.click('main a', 'Descubra Nossas Soluções');
    await visitor.expectInView('#serviços h2');
    await visitor.click('nav a', 'Sobre Nós');
    await visitor.expectInView('#sobre-nós h2');
    await visitor.expectInView('header');
    // The request to scroll leaves the URL; a campaign's parameters stay, and so does what is typed.
    await visitor.expectAt('/?utm_source=panfleto');
    await visitor.expectTyped(TYPED);
  });

  test('Início and the logo lead to the top of the home page', async ({ visitor }) => {
    await goHome(visitor);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('Menu opens the five links, and closes as one leads to its section', async ({ visitor }) => {
    await visitor.open('/');
    await visitor.expectTexts('nav a', []);
    await visitor.click('summary');
    await visitor.expectTexts('nav a', LABELS);
    await visitor.click('nav a', 'Contato');
    await visitor.expectInView('#contato h2');
    await visitor.expectTexts('nav a', []);
  });

  test('a chat and a call are one tap away, wherever a page is scrolled', async ({ visitor }) => {
    const scrollTo = (share: number): void => {
      const { scrollHeight } = document.body;
      window.scrollTo({ top: scrollHeight * share, behavior: 'instant' });
    };
    for (const [path, shares] of [
      ['/', [0, 0.3, 0.6]],
      ['/planos', [0, 1]],
      ['/planos/tecnologia', [0, 1]],
    ] as const) {
      await visitor.open(path);
      await visitor.expectTexts('.action-bar a', [expect.stringContaining('WhatsApp'), 'Ligar']);
      for (const share of shares) {
        await visitor.evaluate(scrollTo, share);
        await visitor.expectInView('.action-bar a[href^="https://wa.me/5549900000000?"]');
        await visitor.expectInView('.action-bar a[href="tel:+5549900000000"]');
      }
      const gap = () => {
        const [footer, bar] = [...document.querySelectorAll('footer, .action-bar')];
        const ends = [footer, bar].map((part) => part?.getBoundingClientRect().bottom ?? 0);
        const { bottom } = document.documentElement.getBoundingClientRect();
        return Math.round(bottom - Math.max(...ends));
      };
      await visitor.expectIn(`paper below the foot of ${path}`, gap).toBe(0);
    }
  });

  test('the contact section slides over the bar, which makes way', async ({ visitor }) => {
    await visitor.open('/#contato');
    await visitor.expectInView('#contato h2');
    const isCovered = () => {
      const { bottom = 0 } = document.querySelector('.action-bar')?.getBoundingClientRect() ?? {};
      const { top = 0 } = document.querySelector('#contato')?.getBoundingClientRect() ?? {};
      const onTop = document.elementFromPoint(innerWidth / 2, Math.max(bottom - 8, top + 8));
      return bottom < 0 || onTop?.closest('.action-bar') === null;
    };
    await visitor.expectIn('whether the bar is out of sight', isCovered).toBe(true);
  });

  test('Escape, a tap outside and the Tab key past its end close the menu', async ({ visitor }) => {
    await visitor.open('/planos/tecnologia');
    for (const close of [() => visitor.press('Escape'), () => visitor.click('main li')]) {
      await visitor.click('summary');
      await visitor.expectHydrated('nav');
      await visitor.press('Tab');
      await close();
      await visitor.expectTexts('nav a', []);
      await visitor.expectFocus('summary');
    }
    await visitor.click('summary');
    for (const href of Object.values(LINKS)) {
      await visitor.press('Tab');
      await visitor.expectFocus(`nav a[href="${href}"]`);
    }
    await visitor.press('Tab');
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
      await visitor.expectIn(`sideways scroll of ${path}`, overhang).toBe(0);
      await visitor.expectIn('lines of the word “Menu”', linesOfMenu).toBe(1);
    }
  });
});

test.describe('on the smallest screen', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('every link of the menu can be reached', async ({ visitor }) => {
    await visitor.open('/planos');
    await visitor.click('summary');
    const overflow = () =>
      getComputedStyle(document.querySelector('nav details ul') ?? document.body).overflowY;
    await visitor.expectIn('what the menu does with more than fits', overflow).toBe('auto');
    await visitor.click('nav a', 'Contato');
    await visitor.expectInView('#contato h2');
  });
});

test.describe('a message', () => {
  test('is sent once, by keyboard, as specified, and nothing of it is kept', async ({
    visitor,
    endpoint,
  }) => {
    await fillInByScript(visitor);
    await visitor.evaluate(recordTimers, null);
    await submit(visitor);
    const thanks = 'Obrigado por entrar em contato. Sua mensagem foi enviada com sucesso.';
    await visitor.expectText(TOAST, `Mensagem Enviada! ${thanks}`);
    await visitor.expectIn('timers', () => window.delaysMs).toContain(TOAST_MS);
    await visitor.expectTyped(['', '', '']);
    const kept = () => JSON.stringify([sessionStorage, localStorage]);
    await visitor.expectIn('what the browser keeps', kept).not.toContain(MESSAGE.name);
    expect(endpoint.requests).toHaveLength(1);
    expect(endpoint.requests[0]).toMatchObject({
      path: '/functions/v1/send-contact-email',
      headers: {
        'content-type': 'application/json',
        apikey: 'sb_publishable_only_for_tests',
        'idempotency-key': expect.stringMatching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
      },
    });
    expect(JSON.parse(endpoint.requests[0]?.body ?? '')).toEqual(MESSAGE);
  });

  test('that fails stays, and may go by WhatsApp', async ({ visitor, endpoint }) => {
    endpoint.answer = { status: 503 };
    await send(visitor);
    const advice =
      'Não foi possível enviar sua mensagem. Tente de novo mais tarde ou verifique se a função send-contact-email está configurada.';
    await visitor.expectText(TOAST, `Erro ao Enviar ${advice}`);
    await visitor.expectText('main form a[href*="wa.me"]', 'Enviar pelo WhatsApp');
    await visitor.expectTyped(TYPED);
    await visitor.expectFocus('form button');
  });

  test.describe('from a phone', () => {
    test.use({ viewport: { width: 360, height: 640 } });

    test('whose phone is refused says so, with nothing over it', async ({ visitor, endpoint }) => {
      const phone = 'Confira este campo: falta algo nele.';
      endpoint.answer = { status: 422, body: { error: { fields: { phone } } } };
      await send(visitor);
      await visitor.expectTexts('#contato-phone-erro', [phone]);
      await visitor.expectText(TOAST, 'Erro ao Enviar');
      await visitor.expectInView('#contato-phone-erro');
      await visitor.expectFocus('[name=phone]');
      await visitor.expectTyped(TYPED);
    });
  });

  for (const [width, height] of [
    [320, 256],
    [740, 320],
    [320, 640],
    [1440, 900],
  ] as const) {
    test.describe(`on a screen ${width} px wide and ${height} px high`, () => {
      test.use({ viewport: { width, height } });

      for (const [what, fields] of [
        ['fails', undefined],
        ['is refused', { name: 'Falta algo.', message: 'Falta algo.' }],
      ] as const) {
        test(`that ${what} brings up a toast that lies over nothing needed now`, async ({
          visitor,
          endpoint,
        }) => {
          endpoint.answer = { status: 422, body: { error: { fields } } };
          await send(visitor);
          await visitor.expectTexts(`${TOAST} [data-title]`, ['Erro ao Enviar']);
          const covered = () => {
            const toast = document.querySelector('[data-sonner-toast]')?.getBoundingClientRect();
            const fields = [...document.querySelectorAll('[aria-invalid]')];
            return [document.activeElement, ...document.querySelectorAll('h2, h3'), ...fields]
              .filter((part) => {
                const box = part?.getBoundingClientRect();
                return box && toast && box.bottom > toast.top && box.top < toast.bottom;
              })
              .map((part) => part?.outerHTML);
          };
          await visitor.expectIn('what the toast covers', covered).toEqual([]);
          if (!fields) return;
          await visitor.expectFocus('[name=name]');
          await visitor.expectInView('[name=name]');
        });
      }
    });
  }

  test('that failed goes at the next attempt, and nothing still says that it failed', async ({
    visitor,
    endpoint,
  }) => {
    endpoint.answer = { status: 503 };
    await send(visitor);
    await visitor.expectText('main form', 'conseguiu enviar');
    endpoint.answer = { status: 200 };
    await visitor.press('Enter');
    await visitor.expectText('main form', 'Mensagem Enviada!');
    await visitor.expectTexts('body', [expect.not.stringContaining('conseguiu enviar')]);
    const keys = endpoint.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test('goes once at a double click, also in a tab that is not painted', async ({
    visitor,
    endpoint,
  }) => {
    const release = endpoint.hold();
    await fillInByScript(visitor);
    // Both in one task: React has had no time to disable the button.
    await visitor.evaluate(() => {
      window.requestAnimationFrame = () => 0;
      for (const form of [...document.forms, ...document.forms]) form.requestSubmit();
    }, null);
    await visitor.expectTexts('form button', ['Enviando...']);
    release();
    await visitor.expectText('main form', 'Mensagem Enviada!');
    expect(endpoint.requests).toHaveLength(1);
  });

  test('that is not sent yet outlives the way to another page and a reload', async ({
    visitor,
  }) => {
    await fillInByScript(visitor);
    await visitor.click('nav a', 'Planos');
    await visitor.expectAt('/planos');
    await visitor.back();
    await visitor.expectTyped(TYPED);
    await visitor.reload();
    await visitor.expectTyped(TYPED);
  });

  test('is not said to be sent to whoever opens the URL after it', async ({ visitor }) => {
    await visitor.open('/#mensagem-enviada');
    await visitor.expectHydrated('form');
    await visitor.expectTexts('body', [expect.not.stringContaining('Mensagem Enviada!')]);
  });

  test('without a name or a phone is not sent, and says so', async ({ visitor, endpoint }) => {
    await send(visitor, [' ', 'não tenho', 'Bom dia']);
    await visitor.expectText('main form', 'Escreva o seu nome.');
    await visitor.expectText('main form', 'Confira o telefone');
    await visitor.expectFocus('[name=name]');
    await visitor.expectAttributes('[name=name]', 'aria-invalid', ['true']);
    expect(endpoint.requests).toEqual([]);
    await visitor.type('[name=name]', 'Ana');
    await visitor.expectAttributes('[name=name]', 'aria-invalid', [null]);
  });

  test('with nothing in it is not sent, and each field says what it lacks', async ({
    visitor,
    endpoint,
  }) => {
    await visitor.open('/#contato');
    await visitor.expectHydrated('form');
    await visitor.click('form button');
    await visitor.expectFocus('[name=name]');
    await visitor.expectTexts('.field-error', [
      'Escreva o seu nome.',
      'Escreva um telefone para a gente responder.',
      'Conte em que a gente pode ajudar.',
    ]);
    expect(endpoint.requests).toEqual([]);
  });

  test.describe('without a configured backend', () => {
    test.use({ build: 'unconfigured' });

    test('is not sent, and the visitor is told and keeps it', async ({ visitor, endpoint }) => {
      await send(visitor);
      const advice =
        'A integração com o sistema de envio não está completa. É preciso concluir a configuração do servidor.';
      await visitor.expectText(TOAST, `Erro de Configuração ${advice}`);
      await visitor.expectTyped(TYPED);
      expect(endpoint.requests).toEqual([]);
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
        const { style } = new Option();
        style.color = [...metas].find(({ media }) => matchMedia(media).matches)?.content ?? '';
        const isDark = Math.max(...(paper.match(/\d+/g) ?? []).map(Number)) < 64;
        return { theme: isDark ? 'dark' : 'light', isBarAlike: style.color === paper };
      };
      await visitor.expectIn('look', look).toEqual({ theme: colorScheme, isBarAlike: true });
    });
  });
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, reducedMotion: 'no-preference' });

  test('every page shows all of its text, in its own face', async ({ visitor }) => {
    const hidden = () =>
      [...document.querySelectorAll('main :is(h1, h2, h3, h4, p, li, dd, img)')]
        .filter((element) => !element.closest('[aria-hidden], details'))
        .filter((element) => !element.checkVisibility({ opacityProperty: true }))
        .map((element) => element.outerHTML);
    const webFonts = () =>
      [...document.fonts].filter(
        ({ family, status }) => status === 'loaded' && !family.includes('fallback'),
      ).length;
    for (const path of ALL_PAGES) {
      await visitor.open(path);
      await visitor.expectIn(`hidden text of ${path}`, hidden).toEqual([]);
      await visitor.expectText('footer', `© ${new Date().getFullYear()}`);
      await visitor.expectIn(`web fonts of ${path}`, webFonts).toBe(1);
    }
  });

  test('a question opens its answer', async ({ visitor }) => {
    await visitor.open('/planos');
    await visitor.expectTexts('details p', []);
    await visitor.click('details summary', 'preço');
    await visitor.expectTexts('details p', [expect.stringMatching(/./)]);
  });

  test('the client logos stand still, with nothing to pause', async ({ visitor }) => {
    await visitor.open('/');
    const moving = () => document.querySelector('.marquee')?.getAnimations({ subtree: true });
    await visitor.expectIn('what moves', moving).toEqual([]);
    await visitor.expectTexts('#clientes input', []);
  });

  test('Início and the logo lead to the top of the home page', async ({ visitor }) => {
    await goHome(visitor);
  });

  test('a form without anything in it is not sent', async ({ visitor, endpoint }) => {
    await visitor.open('/');
    await visitor.click('form button');
    await visitor.expectFocus('[name=name]');
    expect(endpoint.requests).toEqual([]);
  });

  test('a message is posted to the function', async ({ visitor, endpoint }) => {
    await visitor.open('/');
    await fillIn(visitor);
    await visitor.click('form button');
    await expect.poll(() => endpoint.requests.length).toBe(1);
    const [request] = endpoint.requests;
    expect(request?.method).toBe('POST');
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const fields = Object.fromEntries(new URLSearchParams(request?.body));
    expect(fields).toEqual({ ...MESSAGE, website: '' });
  });

  test.describe('on a phone', () => {
    test.use({ viewport: PHONE });

    test('the menu leads to what lies below it', async ({ visitor }) => {
      await visitor.open('/planos');
      await visitor.click('summary');
      await visitor.click('nav a', 'Contato');
      await visitor.expectInView('#contato h2');
      await visitor.click('summary');
      await visitor.click('nav a', 'Serviços');
      await visitor.expectTexts('nav a', LABELS);
      await visitor.expectInView('#serviços h2');
    });
  });

  test.describe('and without a configured backend', () => {
    test.use({ build: 'unconfigured' });

    test('the visitor reads where else to write, and keeps the text', async ({ visitor }) => {
      await visitor.open('/');
      await visitor.expectText('#contato', 'O envio pelo site não está funcionando');
      await fillIn(visitor);
      await visitor.press('Tab');
      await visitor.press('Enter');
      await visitor.expectTyped(TYPED);
      await visitor.expectAt('/');
    });
  });
});
