import { expect, test } from './support/fixtures.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
});

test('the home page opens with its headline', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Sua Dificuldade, Nossa Solução em Tecnologia.',
  );
});

test('the sections follow one another in the order of the specification', async ({ page }) => {
  const sections = page.locator('main > section');
  const ids = await sections.evaluateAll((all) => all.map(({ id }) => id));
  expect(ids).toEqual(['início', 'sobre-nós', 'serviços', 'planos-home', 'clientes', 'contato']);
  await expect(sections.nth(4).getByRole('list').first().getByRole('img')).toHaveCount(6);
});

test('the hero’s button scrolls to the services', async ({ page }) => {
  await page.getByRole('link', { name: 'Descubra Nossas Soluções' }).click();
  await expect(page.locator('#serviços').getByRole('heading', { level: 2 })).toBeInViewport();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('the hero’s tree lights up in a loop of 15 seconds, and can be stopped', async ({ page }) => {
  const loops = () =>
    page.locator('#início').evaluate((hero) =>
      hero.getAnimations({ subtree: true }).map((animation) => ({
        state: animation.playState,
        ...(({ duration, iterations }) => ({ duration, iterations }))(
          animation.effect?.getComputedTiming() ?? {},
        ),
      })),
    );
  const loop = { duration: 15_000, iterations: Infinity };
  // The light, the traces that it shows, and the tufts.
  expect(await loops()).toEqual(Array(3).fill({ ...loop, state: 'running' }));
  await page.getByRole('checkbox', { name: 'Pausar a animação da árvore' }).check();
  expect(await loops()).toEqual(Array(3).fill({ ...loop, state: 'paused' }));
});

test('the hero’s hills reach across the widest screens', async ({ page }) => {
  await page.setViewportSize({ width: 3440, height: 1440 });
  await page.goto('/');
  const { left, right } = await page
    .locator('#início svg[viewBox="0 56 600 600"] path')
    .first()
    .evaluate((hills) => {
      const { left, right } = hills.getBoundingClientRect();
      return { left, right };
    });
  expect(left).toBeLessThan(0);
  expect(right).toBeGreaterThan(3440);
});

test('the hero’s button lies above the hills and below the bar', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const button = page.getByRole('link', { name: 'Descubra Nossas Soluções' });
  /** Which elements a pointer meets that crosses the button from edge to edge, by rows. */
  const met = () =>
    button.evaluate((link) => {
      const { left, right, top, bottom } = link.getBoundingClientRect();
      const names = new Set<string>();
      for (let y = top + 12; y < bottom - 12; y += 1) {
        for (let x = left + 12; x < right - 12; x += 4) {
          const element = document.elementFromPoint(x, y);
          const isBar = element?.closest('header') !== null;
          names.add(isBar ? 'bar' : link.contains(element) ? 'button' : element.localName);
        }
      }
      return [...names];
    });
  expect(await met()).toEqual(['button']);
  await button.evaluate((link) => {
    const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    scrollBy({ top: link.getBoundingClientRect().bottom - bar + 4, behavior: 'instant' });
  });
  expect(await met()).toEqual(['bar']);
});

test('the hero stands still where a link leads to words in it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const hero = page.locator('#início');
  const room = await hero.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(room, 'px by which the hero could be scrolled inside its frame').toBe(0);
  await page.getByRole('link', { name: 'Descubra Nossas Soluções' }).evaluate((button) => {
    button.scrollIntoView({ block: 'start', behavior: 'instant' });
  });
  expect(await hero.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
});

test('the tree’s loop leaves the phone’s processor to the visitor', async ({ page }) => {
  const moved = await page.locator('#início').evaluate((hero) =>
    hero
      .getAnimations({ subtree: true })
      .flatMap((animation) => (animation.effect as KeyframeEffect).getKeyframes())
      .flatMap((keyframe) => Object.keys(keyframe))
      .filter((name) => !['offset', 'computedOffset', 'easing', 'composite'].includes(name)),
  );
  // A browser animates these two without styling, laying out or painting anything again.
  expect(new Set(moved)).toEqual(new Set(['transform', 'opacity']));
});

test('cards rise into place as the visitor scrolls to them, and stand still before', async ({
  page,
}) => {
  const hasTimelines = await page.evaluate(() => CSS.supports('animation-timeline: view()'));
  test.skip(!hasTimelines, 'this browser ties no animation to the scroll position');
  const cards = page.locator('#serviços .reveal');
  const animations = () =>
    cards.evaluateAll((elements) => elements.map((element) => element.getAnimations().length));
  const shift = () =>
    cards.last().evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m42);
  expect(await animations()).toEqual([0, 0, 0, 0]);
  await page.mouse.wheel(0, 1);
  await expect.poll(animations).toEqual([1, 1, 1, 1]);
  expect(await shift()).toBeGreaterThan(0);
  await cards.last().evaluate((element) => {
    element.scrollIntoView({ block: 'start', behavior: 'instant' });
  });
  await expect.poll(shift).toBe(0);
});

test('what already stands on the screen does not move when the visitor starts to scroll', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.reload();
  const seen = page.locator('#sobre-nós .reveal').first();
  await expect(seen).toBeInViewport();
  await page.mouse.wheel(0, 1);
  await expect(page.locator('#planos-home .reveal').first()).toHaveAttribute('data-reveal');
  expect(await seen.evaluate((element) => element.getAnimations().length)).toBe(0);
});

test('nothing rises for visitors who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.mouse.wheel(0, 1);
  const card = page.locator('#serviços .reveal').last();
  await expect(card).toHaveAttribute('data-reveal');
  expect(await card.evaluate((element) => element.getAnimations().length)).toBe(0);
});

test('the company tells its story and its four values', async ({ page }) => {
  const about = page.locator('#sobre-nós');
  await expect(about.getByRole('paragraph').first()).toContainText('Araucária Digital');
  await expect(about.getByRole('listitem')).toHaveCount(4);
  await expect(about.getByRole('heading', { level: 4 })).toHaveText([
    'Transparência',
    'Excelência',
    'Empatia',
    'Inovação',
  ]);
});

test('four cards show the services', async ({ page }) => {
  const cards = page.locator('#serviços').getByRole('listitem');
  await expect(cards.getByRole('heading', { level: 3 })).toHaveText([
    'Suporte Técnico Remoto',
    'Software Sob Medida',
    'Consultoria Estratégica',
    'Soluções em Nuvem',
  ]);
  await expect(cards.locator('svg')).toHaveCount(4);
});

for (const [title, address] of [
  ['Suporte Tecnológico Pro', '/planos/tecnologia'],
  ['Mídia Social Estratégica', '/planos/midia-social'],
] as const) {
  test(`the teaser “${title}” leads to ${address}`, async ({ page }) => {
    const card = page.locator('#planos-home').getByRole('listitem').filter({ hasText: title });
    await expect(card.getByRole('heading')).toHaveText(title);
    const link = card.getByRole('link');
    await expect(link).toHaveText('Ver Detalhes');
    await link.click();
    await expect(page).toHaveURL(address);
  });
}

test('“Ver Todos os Planos” leads to the list of plans', async ({ page }) => {
  await page.getByRole('link', { name: 'Ver Todos os Planos' }).click();
  await expect(page).toHaveURL('/planos');
});

test('the contact section shows how to reach the company', async ({ page }) => {
  const contact = page.locator('#contato');
  await expect(contact.getByRole('heading', { level: 2 })).toHaveText('Vamos Conversar?');
  await expect(contact.getByRole('heading', { level: 3 })).toHaveText([
    'Informações de Contato',
    'Envie-nos uma mensagem',
  ]);
  await expect(contact.locator('address')).toContainText('SC');
  await expect(contact.getByRole('link', { name: '(49) 90000-0000' })).toHaveAttribute(
    'href',
    'tel:+5549900000000',
  );
  await expect(
    contact.getByRole('definition').filter({ hasText: '(49) 90000-0000' }),
  ).toContainText('WhatsApp');
  await expect(contact.getByRole('link', { name: '@' })).toHaveAttribute(
    'href',
    'mailto:contato@araucariadigital.example',
  );
});

test('the WhatsApp button opens a chat in a new tab, safely', async ({ page }) => {
  const button = page.getByRole('link', { name: 'Fale Conosco no WhatsApp' });
  await expect(button).toHaveAttribute('target', '_blank');
  await expect(button).toHaveAttribute('rel', /noopener/);
  const link = new URL((await button.getAttribute('href')) ?? '');
  expect(link.origin + link.pathname).toBe('https://wa.me/5549900000000');
  expect(link.searchParams.get('text')).toBe('Olá! Vim pelo site e gostaria de conversar.');
});
