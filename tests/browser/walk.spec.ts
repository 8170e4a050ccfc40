/**
 * Walks through the site in every engine that a machine has: in Chromium with `npm test`, in Firefox and
 * WebKit with `npm run test:browsers`.
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
  // Two phone numbers, as some visitors type them.
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

/** Fills in the form once it has hydrated. */
async function fillInByScript(visitor: Visitor, typed = TYPED): Promise<void> {
  await visitor.open('/#contato');
  await visitor.expectHydrated('form');
  await fillIn(visitor, typed);
}

/** Submits with the keyboard. */
async function submit(visitor: Visitor): Promise<void> {
  await visitor.press('Tab');
  await visitor.press('Enter');
}

/** Sends a message with script. */
async function send(visitor: Visitor, typed = TYPED): Promise<void> {
  await fillInByScript(visitor, typed);
  await submit(visitor);
}

/** Records the delays of all timers that the page sets from now on, so that no test has to wait for them. */
function recordTimers(): void {
  const setTimer = window.setTimeout.bind(window);
  window.delaysMs = [];
  window.setTimeout = ((handler: () => void, delayMs: number) => {
    window.delaysMs.push(delayMs);
    return setTimer(handler, delayMs);
  }) as typeof window.setTimeout;
}

/** The links home lead to the top without a reload, and keep what is typed further down. */
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

test('a visitor finds the heading, the header’s links and the footer on every page', async ({
  visitor,
}) => {
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

test('a visitor who opens a shared URL lands on its section', async ({ visitor }) => {
  await visitor.open('/#contato');
  await visitor.expectInView('#contato h2');
});

test('a keyboard user’s first link skips the header', async ({ visitor }) => {
  await visitor.open('/');
  await visitor.press('Tab');
  await visitor.expectTexts(':focus', ['Pular para o conteúdo']);
  await visitor.expectInView(':focus');
  await visitor.press('Enter');
  await visitor.press('Tab');
  await visitor.expectFocus('main *');
  await visitor.expectInView(':focus');
});

test('the header highlights the visitor’s current page', async ({ visitor }) => {
  for (const [path, mark] of [
    ['/planos', 'page'],
    ['/planos/tecnologia', 'true'],
    ['/planos/nao-existe', null],
  ] as const) {
    await visitor.open(path);
    await visitor.expectAttributes(BAR_LINK, 'aria-current', [null, null, null, mark, null]);
  }
  // On a page outside the navigation, a phone's menu highlights nothing either.
  await visitor.expectAttributes('nav [aria-current]', 'aria-current', []);
});

test('the header highlights the section in view on the home page', async ({ visitor }) => {
  await visitor.open('/');
  await visitor.expectAttributes(BAR_LINK, 'aria-current', ['page', null, null, null, null]);
  await visitor.click('main a', 'Descubra Nossas Soluções');
  await visitor.expectAttributes(BAR_LINK, 'aria-current', [null, null, 'location', null, null]);
});

test('a visitor who follows the links between pages gets where they say', async ({ visitor }) => {
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

test('a visitor of a plan’s page gets a chat about the plan, and the form', async ({ visitor }) => {
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

test('a reload or Back does not repeat the scroll of a link to another page’s section', async ({
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

test('a visitor who goes back finds the page where they left it', async ({ visitor }) => {
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

  test('a visitor’s click stops the tree and the client logos', async ({ visitor }) => {
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

  test('a visitor who clicks on a link to a section sees the page scroll smoothly', async ({
    visitor,
  }) => {
    await visitor.open('/?utm_source=panfleto');
    await fillIn(visitor);
    const behavior = () => getComputedStyle(document.documentElement).scrollBehavior;
    await visitor.expectIn('scroll behavior', behavior).toBe('smooth');
    await visitor.click('main a', 'Descubra Nossas Soluções');
    await visitor.expectInView('#serviços h2');
    await visitor.click('nav a', 'Sobre Nós');
    await visitor.expectInView('#sobre-nós h2');
    await visitor.expectInView('header');
    // The script removes the scroll request from the URL; campaign parameters and typed text stay.
    await visitor.expectAt('/?utm_source=panfleto');
    await visitor.expectTyped(TYPED);
  });

  test('Início and the mark lead to the top of the home page', async ({ visitor }) => {
    await goHome(visitor);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('a visitor opens the menu’s five links, and it closes as one leads to its section', async ({
    visitor,
  }) => {
    await visitor.open('/');
    await visitor.expectTexts('nav a', []);
    await visitor.click('summary');
    await visitor.expectTexts('nav a', LABELS);
    await visitor.click('nav a', 'Contato');
    await visitor.expectInView('#contato h2');
    await visitor.expectTexts('nav a', []);
  });

  test('a visitor reaches a chat and a call with one tap, however far a page is scrolled', async ({
    visitor,
  }) => {
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

  test('a visitor who reaches the contact section no longer sees the action bar', async ({
    visitor,
  }) => {
    await visitor.open('/#contato');
    await visitor.expectInView('#contato h2');
    const isCovered = () => {
      const { bottom = 0 } = document.querySelector('.action-bar')?.getBoundingClientRect() ?? {};
      const { top = 0 } = document.querySelector('#contato')?.getBoundingClientRect() ?? {};
      const onTop = document.elementFromPoint(innerWidth / 2, Math.max(bottom - 8, top + 8));
      return bottom < 0 || onTop?.closest('.action-bar') === null;
    };
    await visitor.expectIn('whether the action bar is out of sight', isCovered).toBe(true);
  });

  test('a visitor closes the menu with Escape, a tap outside or Tab past its end', async ({
    visitor,
  }) => {
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

  test('no page scrolls sideways, and “Menu” stays on one line', async ({ visitor }) => {
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

  test('a visitor reaches every link of the menu', async ({ visitor }) => {
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
  test('is sent once, by keyboard, and the browser keeps nothing of it', async ({
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

  test('that fails stays in the form, and can go by WhatsApp', async ({ visitor, endpoint }) => {
    endpoint.answer = { status: 503 };
    await send(visitor);
    const advice =
      'Não foi possível enviar sua mensagem. Tente de novo mais tarde ou verifique se a função send-contact-email está configurada.';
    await visitor.expectText(TOAST, `Erro ao Enviar ${advice}`);
    await visitor.expectText('main form a[href*="wa.me"]', 'Enviar pelo WhatsApp');
    await visitor.expectTyped(TYPED);
    await visitor.expectFocus('form button');
  });

  test.describe('on a small screen', () => {
    test.use({ viewport: { width: 360, height: 640 } });

    test('with a refused phone number shows the error, with nothing over it', async ({
      visitor,
      endpoint,
    }) => {
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
    [1440, 900],
  ] as const) {
    test.describe(`on a screen ${width} px wide and ${height} px high`, () => {
      test.use({ viewport: { width, height } });

      for (const [what, fields] of [
        ['fails', undefined],
        ['is refused', { name: 'Falta algo.', message: 'Falta algo.' }],
      ] as const) {
        test(`that ${what} shows a toast that covers nothing the visitor needs`, async ({
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

  test('that failed goes out at the next attempt, which clears the failure', async ({
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

  test('is sent once after a double click, even in a background tab', async ({
    visitor,
    endpoint,
  }) => {
    const release = endpoint.hold();
    await fillInByScript(visitor);
    // Both clicks in one task, before React can disable the button.
    await visitor.evaluate(() => {
      window.requestAnimationFrame = () => 0;
      for (const form of [...document.forms, ...document.forms]) form.requestSubmit();
    }, null);
    await visitor.expectTexts('form button', ['Enviando...']);
    release();
    await visitor.expectText('main form', 'Mensagem Enviada!');
    expect(endpoint.requests).toHaveLength(1);
  });

  test('survives a visit to another page and a reload', async ({ visitor }) => {
    await fillInByScript(visitor);
    await visitor.click('nav a', 'Planos');
    await visitor.expectAt('/planos');
    await visitor.back();
    await visitor.expectTyped(TYPED);
    await visitor.reload();
    await visitor.expectTyped(TYPED);
  });

  test('is not reported as sent to someone who opens the success URL later', async ({
    visitor,
  }) => {
    await visitor.open('/#mensagem-enviada');
    await visitor.expectHydrated('form');
    await visitor.expectTexts('body', [expect.not.stringContaining('Mensagem Enviada!')]);
  });

  test('without a name or a valid phone number is not sent, and says so', async ({
    visitor,
    endpoint,
  }) => {
    await send(visitor, [' ', 'não tenho', 'Bom dia']);
    await visitor.expectText('main form', 'Escreva o seu nome.');
    await visitor.expectText('main form', 'Confira o telefone');
    await visitor.expectFocus('[name=name]');
    await visitor.expectAttributes('[name=name]', 'aria-invalid', ['true']);
    expect(endpoint.requests).toEqual([]);
    await visitor.type('[name=name]', 'Ana');
    await visitor.expectAttributes('[name=name]', 'aria-invalid', [null]);
  });

  test('with every field empty is not sent, and each field says what is missing', async ({
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

    test('is not sent, and the visitor is told and keeps the text', async ({
      visitor,
      endpoint,
    }) => {
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

    test('the browser’s toolbar has the colour of the page', async ({ visitor }) => {
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

  test('a visitor reads every page in full, in its own typeface', async ({ visitor }) => {
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

  test('a visitor’s click on a question opens its answer', async ({ visitor }) => {
    await visitor.open('/planos');
    await visitor.expectTexts('details p', []);
    await visitor.click('details summary', 'preço');
    await visitor.expectTexts('details p', [expect.stringMatching(/./)]);
  });

  test('the client logos stand still and have no pause button', async ({ visitor }) => {
    await visitor.open('/');
    const moving = () => document.querySelector('.marquee')?.getAnimations({ subtree: true });
    await visitor.expectIn('what moves', moving).toEqual([]);
    await visitor.expectTexts('#clientes input', []);
  });

  test('Início and the mark lead to the top of the home page', async ({ visitor }) => {
    await goHome(visitor);
  });

  test('an empty form is not sent', async ({ visitor, endpoint }) => {
    await visitor.open('/');
    await visitor.click('form button');
    await visitor.expectFocus('[name=name]');
    expect(endpoint.requests).toEqual([]);
  });

  test('a visitor’s message is posted to the function', async ({ visitor, endpoint }) => {
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

    test('a visitor’s menu leads to the sections further down', async ({ visitor }) => {
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

    test('a visitor reads where else to write, and keeps the text', async ({ visitor }) => {
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
