/** How a visitor gets around: the header, its menu, links to sections, history, the action bar. */
import type { Page } from '@playwright/test';
import { expect, expectUncovered, test } from '../support/browser/fixtures.ts';
import { openInPieces, untilHydrated } from '../support/browser/page.ts';

const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

const PHONE = { width: 360, height: 740 };

test('a keyboard user’s first link skips the header', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Pular para o conteúdo' });
  await expect(skip).toBeFocused();
  await expectUncovered(skip);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expectUncovered(page.getByRole('main').locator(':focus'));
});

test('a link to another page’s section scrolls once: a reload or Back does not repeat it', async ({
  page,
  bar,
}) => {
  await page.goto('/planos');
  await bar.link('Sobre Nós').click();
  await expectUncovered(page.locator('#sobre-nós h2'));
  await expect(page).toHaveURL('/');
  await bar.link('Início').click();
  await expect.poll(() => scrollTop(page)).toBe(0);
  await page.reload();
  await expect(page).toHaveURL('/');
  await expect.poll(() => scrollTop(page)).toBe(0);

  await page.goto('/#planos-home');
  await expect(page).toHaveURL('/');
  await page.goto('/planos');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expectUncovered(page.locator('#planos-home h2'));
});

test('a link that a chat or a campaign has changed leads to its section all the same', async ({
  page,
}) => {
  for (const [hash, id] of [
    ['servi%25C3%25A7os', 'serviços'],
    ['servic\u0327os', 'serviços'],
    ['Contato', 'contato'],
    ['contato).', 'contato'],
    ['contato?utm_source=instagram', 'contato'],
    ['servi%C3%A7os&fbclid=a', 'serviços'],
    ['contato%3Futm_source%3Dinstagram', 'contato'],
    ['/contato', 'contato'],
    ['sobre_nos', 'sobre-nós'],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`/#${hash}`);
    await expectUncovered(page.locator(`[id="${id}"] h2`).first());
    await expect(page, hash).toHaveURL('/');
  }
});

test('the header highlights the section in view; Início and the mark lead to the top of the home page, and keep typed text', async ({
  page,
  bar,
  contact,
}) => {
  await page.goto('/');
  await expect(bar.link('Início')).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Descubra Nossas Soluções' }).click();
  await expect(bar.link('Serviços')).toHaveAttribute('aria-current', 'location');
  await expect(bar.current).toHaveCount(1);
  await contact.fill();
  for (const link of [bar.link('Início'), page.getByRole('banner').getByRole('link').first()]) {
    await bar.link('Contato').click();
    await expectUncovered(page.locator('#contato h2'));
    await link.click();
    await expect.poll(() => scrollTop(page)).toBe(0);
  }
  await contact.expectTyped();
});

test.describe('in motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('links within the home page scroll smoothly, and keep campaign and typed text', async ({
    page,
    bar,
    contact,
  }) => {
    await page.goto('/?utm_source=panfleto');
    await contact.fill();
    await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth');
    await bar.link('Sobre Nós').hover();
    // Without script, the link opens the page anew.
    await untilHydrated(bar.link('Sobre Nós'));
    await bar.link('Sobre Nós').click();
    await expectUncovered(page.locator('#sobre-nós h2'));
    await expect(page).toHaveURL('/?utm_source=panfleto');
    await contact.expectTyped();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('a visitor opens the menu’s five links, which stay as its script arrives; it closes as one leads to its section, and when the phone is turned', async ({
    page,
    bar,
  }) => {
    await page.goto('/');
    await expect(bar.links).toHaveCount(0);
    await bar.menu.tap();
    await untilHydrated(bar.menu);
    await expect(bar.links).toHaveText(['Início', 'Sobre Nós', 'Serviços', 'Planos', 'Contato']);
    await bar.link('Contato').tap();
    await expectUncovered(page.locator('#contato h2'));
    await expect(bar.links).toHaveCount(0);
    await bar.menu.tap();
    await expect(bar.links).toHaveCount(5);
    await page.setViewportSize({ width: 900, height: 400 });
    await expect(page.locator('.menu')).not.toHaveAttribute('open');
  });

  test('a visitor closes the menu with Escape, a tap outside or Tab past its end', async ({
    page,
    bar,
  }) => {
    await page.goto('/planos/tecnologia');
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('main').locator('li').first().tap(),
    ]) {
      await bar.menu.tap();
      await untilHydrated(bar.menu);
      await bar.link('Início').focus();
      await close();
      await expect(bar.links).toHaveCount(0);
      await expect(bar.menu).toBeFocused();
    }
    await bar.menu.tap();
    await bar.link('Contato').focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator('a').first()).toBeFocused();
    await expect(bar.links).toHaveCount(0);
  });

  test('while a page is loading, a visitor’s menu leads to sections further down, and closes when the rest arrives', async ({
    page,
    bar,
  }) => {
    const sendRest = await openInPieces(page, 'id="contato"');
    await bar.menu.tap();
    await bar.link('Serviços').tap();
    await expect(page.locator('.menu')).toHaveAttribute('open');
    await expectUncovered(page.locator('#serviços h2'));
    sendRest();
    await expect(page.locator('.menu')).not.toHaveAttribute('open');
  });

  test('a visitor reaches a chat and a call with one tap, until the contact section replaces them', async ({
    page,
  }) => {
    const actions = page.getByRole('complementary', { name: 'Contato rápido' });
    for (const [path, share] of [
      ['/', 0],
      ['/', 0.5],
      ['/planos/tecnologia', 0.5],
      ['/planos/tecnologia', 1],
    ] as const) {
      await page.goto(path);
      await page.evaluate((part) => {
        window.scrollTo({ top: document.body.scrollHeight * part, behavior: 'instant' });
      }, share);
      await expectUncovered(actions.getByRole('link', { name: /^(?:WhatsApp|Fale Conosco)/ }));
      await expectUncovered(actions.getByRole('link', { name: 'Ligar' }));
    }
    await page.goto('/#contato');
    const isInSight = () =>
      page.evaluate(() => {
        const onTop = document.elementFromPoint(innerWidth / 2, innerHeight - 40);
        return onTop?.closest('.action-bar') !== null;
      });
    await expect.poll(isInSight).toBe(false);
  });
});
