/** The site of a company that fills in every optional field, has a third plan and uses photos. */
import {
  HOURS_IN_WORDS,
  MAP,
  OPTIONAL_FACTS,
  PRICE,
  SUBJECT_PAGES,
  TERMS,
  TESTIMONIALS,
} from '../support/complete-content.ts';
import { expect, test } from '../support/browser/fixtures.ts';
import { changeHtml, settle } from '../support/browser/page.ts';

const PAGES = ['/', '/planos', '/planos/plano-familia', '/termos'];

/** A high-density screen may get twice the pixels, rounded up to the next width on offer. */
const MOST_PIXELS_PER_SHOWN = 3;

test.use({ build: 'complete' });

test('a visitor reads hours, response time, cities and the map beside the form, and customers’ words beside the plans', async ({
  page,
}) => {
  await page.goto('/');
  const contact = page.locator('#contato');
  await expect(contact).toContainText(HOURS_IN_WORDS);
  await expect(contact).toContainText(OPTIONAL_FACTS.responseTime);
  await expect(contact).toContainText(OPTIONAL_FACTS.visits);
  // With a rating, the response time stands beside the form alone.
  const facts = `${OPTIONAL_FACTS.since}\n${TESTIMONIALS.rating}\n${HOURS_IN_WORDS}`;
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.locator('.hero-text > p').last()).toHaveText(facts, { useInnerText: true });
  for (const { text } of TESTIMONIALS.quotes) {
    await expect(page.getByText(text.replace('\n', ''))).toBeVisible();
  }
  await expect(contact).toContainText('Lages, Otacílio Costa e Painel');
  await expect(contact.getByRole('link', { name: 'Ver no mapa' })).toHaveAttribute('href', MAP);

  await page.goto('/planos');
  const [first] = TESTIMONIALS.quotes;
  const voice = page.getByRole('listitem').filter({ hasText: `“${first?.text ?? ''}”` });
  await expect(voice).toContainText(first?.name ?? '');
  await expect(voice.locator('img')).toHaveCount(1);
  const all = page.getByRole('link', { name: 'Ver todas as avaliações' });
  await expect(all).toHaveAttribute('href', TESTIMONIALS.reviews);
});

/** A5, A4, Letter, and the last two on their side, within Chromium's margins. */
const PAPER_WIDTHS_PX = [482, 717, 739, 979, 1046];

const LONG_FACTS: [short: string, long: string][] = [
  [HOURS_IN_WORDS, 'Segunda a sexta, das 8h às 12h e das 13h30 às 18h; sábado, das 8h às 12h.'],
  [OPTIONAL_FACTS.legalName, 'Souza, Oliveira & Filhos Serviços de Informática e Automação Ltda.'],
  ['<span>Araucária Digital</span>', '<span>Araucária Digital Serviços de Informática</span>'],
];

/** Texts of the page that lie over each other. */
function overlaps(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxes: (DOMRect & { text: string })[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (!text.data.trim() || text.parentElement?.closest('.sr-only')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) boxes.push(Object.assign(box, { text: text.data }));
  }
  // Of lines this close, the boxes overlap, but no letters.
  const gap = (a: DOMRect, b: DOMRect) => 0.25 * Math.min(a.height, b.height);
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1)
      .filter((b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > gap(a, b))
      .map((b) => `“${a.text}” and “${b.text}”`),
  );
}

test('on paper of any size, a page begins with the company’s contact and legal name, however long, no text lies over another, and the answers are open', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print' });
  for (const path of PAGES) {
    await changeHtml(page, `**${path}`, (html) =>
      LONG_FACTS.reduce((text, [short, long]) => text.replaceAll(short, long), html),
    );
    await page.goto(path);
    const letterhead = page.getByRole('contentinfo');
    await expect(letterhead).toContainText(OPTIONAL_FACTS.cnpj);
    for (const width of PAPER_WIDTHS_PX) {
      await page.setViewportSize({ width, height: 1000 });
      const { y = NaN, height = NaN } = (await letterhead.boundingBox()) ?? {};
      const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect(y + height, path).toBeLessThan(heading?.y ?? 0);
      expect(await page.evaluate(overlaps), `${path} at ${width} px`).toEqual([]);
    }
  }
  await page.goto('/planos/tecnologia');
  await expect(page.locator('.question p').last()).toBeVisible();
});

/** What stands side by side, or one above the other, without a pixel between, where flex boxes have no gaps. */
function touching(): string[] {
  const boxOf = (node: Node): DOMRect => {
    if (node instanceof Element) return node.getBoundingClientRect();
    const range = document.createRange();
    range.selectNode(node);
    return range.getBoundingClientRect();
  };
  const isApart = (a: DOMRect, b: DOMRect): boolean =>
    [a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom].some((px) => px > 0);
  const spaced = Array.from(document.body.querySelectorAll('*')).filter((it) => {
    const { display, columnGap } = getComputedStyle(it);
    return display.endsWith('flex') && columnGap !== 'normal';
  });
  document.body.append(document.createElement('style'));
  document.styleSheets.item(document.styleSheets.length - 1)?.insertRule('* { gap: 0 !important }');
  return spaced.flatMap((it) => {
    const shown = Array.from(it.childNodes, (node) => ({ node, box: boxOf(node) })).filter(
      ({ node, box }) =>
        box.width > 1 && (node instanceof Element || node.textContent?.trim() !== ''),
    );
    return shown
      .filter(({ box }, index) => index > 0 && !isApart(box, shown[index - 1]?.box ?? box))
      .map(({ node }) => `${it.className}: “${node.textContent ?? ''}”`);
  });
}

test.describe('in a browser that has no gaps in flex boxes', () => {
  // Its styles are others than those that the policy lists.
  test.use({ bypassCSP: true });

  test('no button, icon, fact or link touches its neighbour, and none leaves the screen', async ({
    page,
  }) => {
    for (const path of PAGES) {
      await changeHtml(page, `**${path}`, (html) =>
        html.replace('@supports not (inset:0)', '@supports (display:flex)'),
      );
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 700 });
        await page.goto(path);
        expect(await page.evaluate(touching), `${path} at ${width} px`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    }
  });
});

test('a text page needs only its file; every footer links to it, and has the social networks, the legal name and the CNPJ', async ({
  page,
}) => {
  await page.goto('/privacidade');
  await expect(page.getByRole('main')).toContainText(OPTIONAL_FACTS.legalName);
  await page.goto('/planos');
  const { legalName, cnpj, social } = OPTIONAL_FACTS;
  const footer = page.getByRole('contentinfo');
  const links = footer.getByRole('link');
  await expect(footer).toContainText(`${legalName}, CNPJ ${cnpj}`);
  for (const { name, url } of social) {
    await expect(links.filter({ hasText: name })).toHaveAttribute('href', url);
  }
  await expect(links.filter({ hasText: 'Privacidade' })).toHaveAttribute('href', '/privacidade');
  await links.filter({ hasText: TERMS.title }).click();
  await expect(page).toHaveURL('/termos');
  await expect(page).toHaveTitle(`${TERMS.title} | Araucária Digital`);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - article:
      - heading "${TERMS.title}" [level=1]
      - paragraph: ${TERMS.description}
      - heading "Tudo o que um texto pode ter" [level=2]
      - paragraph:
        - deletion: "riscado: R$ 150"
  `);
  // Beside long texts; on a phone, it may break.
  const word = page.getByText('Imediatamente', { exact: true });
  await page.setViewportSize({ width: 640, height: 800 });
  const lines = await word.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test('a visitor reads the price of a single job, and what else there is about a client and, from every footer too, a service', async ({
  page,
}) => {
  await page.goto('/');
  const service = page.locator('#serviços').getByRole('listitem').first();
  await expect(service).toContainText(PRICE);
  for (const { id, title, footerLinks } of SUBJECT_PAGES) {
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link', { name: title })).toHaveCount(footerLinks);
    const link = page.locator('#serviços, #clientes').getByRole('link', { name: title });
    await expect(link).toHaveCount(1);
    await link.press('Enter');
    await expect(page).toHaveURL(`/${id}`);
    await page.goBack();
  }
});

test('search engines get every optional fact', async ({ page }) => {
  await page.goto('/');
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  const graph = (JSON.parse(data ?? '') as { '@graph': object[] })['@graph'];
  expect(graph[0]).toMatchObject({
    openingHoursSpecification: [{ opens: '08:00', closes: '18:00' }],
    areaServed: OPTIONAL_FACTS.cities.map((name) => ({ '@type': 'City', name })),
    hasMap: MAP,
    sameAs: OPTIONAL_FACTS.social.map(({ url }) => url),
    legalName: OPTIONAL_FACTS.legalName,
    taxID: OPTIONAL_FACTS.cnpj,
  });
});

test('a visitor sees a notice above the header from its first day to its last', async ({
  page,
}) => {
  for (const [time, isOn] of [
    ['2099-12-24T02:59:59Z', false],
    ['2099-12-24T03:00:00Z', true],
    ['2100-01-02T02:59:59Z', true],
    ['2100-01-02T03:00:00Z', false],
  ] as const) {
    await page.clock.setFixedTime(time);
    await page.goto('/');
    // Its script precedes the header, so that a visitor on other days never sees it flash.
    await expect(page.locator('#avisos-do-dia ~ header')).toHaveCount(1);
    // Its days too, for browsers without script, which show it until the next build.
    const notice = page.getByText('De 24 de dezembro a 1º de janeiro: Fechados para as festas.');
    await expect(notice, time).toBeVisible({ visible: isOn });
    const bar = await page.getByRole('banner').boundingBox();
    const box = await notice.boundingBox();
    expect(bar?.y).toBe(isOn ? (box?.y ?? 0) + (box?.height ?? 0) : 0);
    await page.mouse.wheel(0, 600);
    await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
  }
});

test.describe('on a low screen', () => {
  test.use({ viewport: { width: 320, height: 256 }, hasTouch: true });

  test('a visitor scrolls to the menu’s last link below a notice', async ({ page, bar }) => {
    await page.clock.setFixedTime('2099-12-24T12:00:00Z');
    for (const width of [320, 667]) {
      await page.setViewportSize({ width, height: 256 });
      await page.goto('/planos');
      await bar.menu.tap();
      const last = bar.link('Contato');
      const box = await bar.link('Início').boundingBox();
      await page.mouse.move(60, (box?.y ?? 0) + 10);
      const bottom = async () => {
        await page.mouse.wheel(0, 80);
        const { y = NaN, height = NaN } = (await last.boundingBox()) ?? {};
        return y + height;
      };
      await expect.poll(bottom).toBeLessThanOrEqual(256);
    }
  });
});

test('the third plan fills its row, with its photo cropped to 4:3', async ({ page }) => {
  for (const path of ['/', '/planos']) {
    await page.goto(path);
    await settle(page);
    const row = await page.locator('.plans').boundingBox();
    const card = page.locator('.plans > li').nth(2);
    expect((await card.boundingBox())?.width, path).toBe(row?.width);
    const photo = card.locator('img');
    const ratio = await photo.evaluate(
      (image: HTMLImageElement) => image.naturalWidth / image.naturalHeight,
    );
    expect(ratio, path).toBeCloseTo(4 / 3, 2);
  }
});

test('photos are no larger than a phone or a desktop shows them', async ({ page }) => {
  // The marquee shows some logos only after it moves.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  for (const [path, photos] of [
    ['/', 6],
    ['/planos', 2],
    ['/planos/plano-familia', 2],
    ['/termos', 1],
  ] as const) {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await settle(page);
      const images = await page.locator('img').evaluateAll((all: HTMLImageElement[]) =>
        all.map(({ currentSrc, naturalWidth, clientWidth }) => ({
          url: currentSrc,
          excess: naturalWidth / clientWidth,
        })),
      );
      const shown = images.filter(({ url }) => !/\.svg$|^data:/.test(url));
      expect(shown, `photos on ${path}`).toHaveLength(photos);
      for (const { url, excess } of shown) {
        expect(excess, `${url} at ${width} px`).toBeLessThanOrEqual(MOST_PIXELS_PER_SHOWN);
        expect((await page.request.get(url)).headers()['content-type']).toBe('image/webp');
      }
    }
  }
});
