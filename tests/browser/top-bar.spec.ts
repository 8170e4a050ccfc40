import type { Page } from '@playwright/test';
import { ALL_PAGES, expect, test } from './support/fixtures.ts';
import { untilHydrated } from './support/hydration.ts';

const LINKS = [
  ['Início', '/'],
  ['Sobre Nós', '/#sobre-nós'],
  ['Serviços', '/#serviços'],
  ['Planos', '/planos'],
  ['Contato', '/#contato'],
] as const;

const PHONE = { width: 360, height: 740 };

const barLink = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name });

const menuButton = (page: Page) => page.locator('summary', { hasText: 'Menu' });

/** Scripts of the bar arrive when it is first touched; this touches it and waits for them. */
async function hydrateBar(page: Page): Promise<void> {
  await page.getByRole('navigation').hover();
  await untilHydrated(page.getByRole('navigation'));
}

/** Whether the heading of a section is on the screen, with nothing above it. */
async function expectSectionInView(page: Page, id: string): Promise<void> {
  const heading = page.locator(`#${id}`).getByRole('heading', { level: 2 });
  await expect(heading).toBeInViewport({ ratio: 1 });
  // The page may be scrolling smoothly still.
  await expect
    .poll(
      () =>
        heading.evaluate((element) => {
          const { left, top } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + 5, top + 5));
        }),
      'nothing covers the heading',
    )
    .toBe(true);
}

for (const address of ALL_PAGES) {
  test(`the bar of ${address} has the logo and the five links`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('banner').getByRole('link').first()).toHaveAttribute(
      'href',
      address === '/' ? '/#início' : '/',
    );
    const links = page.getByRole('navigation').getByRole('link');
    await expect(links).toHaveText(LINKS.map(([label]) => label));
    for (const [label, href] of LINKS) {
      await expect(barLink(page, label)).toHaveAttribute('href', href);
    }
  });
}

test('the bar stays in place while the page scrolls', async ({ page }) => {
  await page.goto('/');
  await page.mouse.wheel(0, 2000);
  await expect(barLink(page, 'Contato')).toBeInViewport();
});

test('a link scrolls to its section on the home page, smoothly', async ({ page }) => {
  await page.goto('/');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe(
    'smooth',
  );
  await barLink(page, 'Serviços').click();
  await expectSectionInView(page, 'serviços');
});

test('from another page a link goes home, scrolls, and leaves no request in the URL', async ({
  page,
}) => {
  await page.goto('/planos');
  await barLink(page, 'Sobre Nós').click();
  await expect(page).toHaveURL('/');
  await expectSectionInView(page, 'sobre-nós');
});

test('the request is cleared in the middle of the page as well, and a reload does not repeat it', async ({
  page,
}) => {
  await page.goto('/planos/tecnologia');
  await barLink(page, 'Contato').click();
  await expect(page).toHaveURL('/');
  await expectSectionInView(page, 'contato');

  await barLink(page, 'Início').click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.reload();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('Back leads from the section to the page the visitor came from', async ({ page }) => {
  await page.goto('/planos');
  await barLink(page, 'Contato').click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL('/planos');
});

test('a shared link with a request scrolls once, with the accents percent-encoded', async ({
  page,
}) => {
  await page.goto('/#sobre-n%C3%B3s');
  await expectSectionInView(page, 'sobre-nós');
  await expect(page).toHaveURL('/');
});

test('the address of a campaign keeps its parameters when the request is cleared', async ({
  page,
}) => {
  await page.goto('/?utm_source=panfleto#contato');
  await expect(page).toHaveURL('/?utm_source=panfleto');
  await expectSectionInView(page, 'contato');
});

test('a link of the bar does not load the page anew where the visitor already is', async ({
  page,
}) => {
  await page.goto('/?utm_source=panfleto');
  await page.getByLabel('Mensagem').fill('Meu computador não liga');
  await hydrateBar(page);
  await barLink(page, 'Serviços').click();
  await expectSectionInView(page, 'serviços');
  await expect(page.getByLabel('Mensagem')).toHaveValue('Meu computador não liga');
});

for (const when of ['before', 'after'] as const) {
  test(`the logo on the home page scrolls to the top ${when} the bar has its script, and keeps the message`, async ({
    page,
  }) => {
    if (when === 'before') await page.route('**/_astro/*.js', (route) => route.abort());
    await page.goto('/');
    await page.getByLabel('Mensagem').fill('Meu computador não liga');
    await page.locator('#contato').scrollIntoViewIfNeeded();
    if (when === 'after') await hydrateBar(page);
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await page.getByRole('banner').getByRole('link').first().click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect(page.getByLabel('Mensagem')).toHaveValue('Meu computador não liga');
  });
}

test('Início on the home page scrolls to the top', async ({ page }) => {
  await page.goto('/');
  await page.locator('#contato').scrollIntoViewIfNeeded();
  await hydrateBar(page);
  await barLink(page, 'Início').click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('the bar marks the page the visitor is on', async ({ page }) => {
  await page.goto('/planos');
  await expect(barLink(page, 'Planos')).toHaveAttribute('aria-current', 'page');
  await page.goto('/planos/tecnologia');
  await expect(barLink(page, 'Planos')).toHaveAttribute('aria-current', 'true');
  await page.goto('/planos/nao-existe');
  await expect(page.getByRole('navigation').locator('[aria-current]')).toHaveCount(0);
  await page.goto('/');
  await expect(barLink(page, 'Início')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('navigation').locator('[aria-current]:visible')).toHaveCount(1);
});

test('the bar marks the section in view as the visitor scrolls', async ({ page }) => {
  await page.goto('/');
  await page.locator('#serviços').evaluate((section) => {
    section.scrollIntoView({ behavior: 'instant' });
  });
  await expect(barLink(page, 'Serviços')).toHaveAttribute('aria-current', 'location');
  await expect(barLink(page, 'Início')).not.toHaveAttribute('aria-current');
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('the Menu button opens the five links at the first tap', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(0);
    await menuButton(page).tap();
    await expect(page.getByRole('navigation').getByRole('link')).toHaveText(
      LINKS.map(([label]) => label),
    );
  });

  test('choosing a link closes the menu and scrolls', async ({ page }) => {
    await page.goto('/');
    await menuButton(page).tap();
    await untilHydrated(page.getByRole('navigation'));
    await barLink(page, 'Contato').tap();
    await expect(page.locator('details')).not.toHaveAttribute('open');
    await expectSectionInView(page, 'contato');
  });

  test('Escape and a tap outside close the menu and give the focus back', async ({ page }) => {
    await page.goto('/');
    await menuButton(page).tap();
    await untilHydrated(page.getByRole('navigation'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(page.locator('details')).not.toHaveAttribute('open');
    await expect(menuButton(page)).toBeFocused();

    await menuButton(page).tap();
    await page.touchscreen.tap(5, 700);
    await expect(page.locator('details')).not.toHaveAttribute('open');
    await expect(menuButton(page)).toBeFocused();
  });

  test('whoever leaves the menu by keyboard sees where they are: it closes behind them', async ({
    page,
  }) => {
    await page.goto('/planos/tecnologia');
    await menuButton(page).focus();
    await page.keyboard.press('Enter');
    await untilHydrated(page.getByRole('navigation'));
    for (const [label] of LINKS) {
      await page.keyboard.press('Tab');
      await expect(barLink(page, label)).toBeFocused();
    }
    await expect(page.locator('details')).toHaveAttribute('open');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Voltar para Todos os Planos' })).toBeFocused();
    await expect(page.locator('details')).not.toHaveAttribute('open');
  });

  for (const viewport of [
    { width: 640, height: 300 },
    { width: 320, height: 256 },
  ]) {
    test(`every link of the menu can be reached on ${viewport.width} × ${viewport.height} px`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await page.goto('/');
      await menuButton(page).tap();
      await barLink(page, 'Contato').scrollIntoViewIfNeeded();
      await expect(barLink(page, 'Contato')).toBeInViewport({ ratio: 1 });
    });
  }

  test('turning the phone so far that the links stand in the bar closes the menu', async ({
    page,
  }) => {
    await page.goto('/');
    await menuButton(page).tap();
    await untilHydrated(page.getByRole('navigation'));
    await page.setViewportSize({ width: 900, height: 400 });
    await expect(page.locator('details')).not.toHaveAttribute('open');
  });

  test('the keyboard opens the menu and walks its links', async ({ page }) => {
    await page.goto('/');
    await menuButton(page).focus();
    await page.keyboard.press('Enter');
    for (const [label] of LINKS) {
      await page.keyboard.press('Tab');
      await expect(barLink(page, label)).toBeFocused();
    }
  });
});
