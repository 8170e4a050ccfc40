/** Every page works as plain HTML. */
import COMPANY from '../content/company.json' with { type: 'json' };
import { TYPED } from '../support/browser/contact-form.ts';
import { expect, expectUncovered, HEADINGS, test } from '../support/browser/fixtures.ts';

test.use({ javaScriptEnabled: false, reducedMotion: 'no-preference' });

test('a visitor reads every page in full', async ({ page }) => {
  for (const [path, heading] of Object.entries(HEADINGS)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    const hidden = await page
      .locator('main :is(h1, h2, h3, h4, p, li, dd, img)')
      .evaluateAll((all) =>
        all
          .filter(
            (element) => !element.closest('[aria-hidden], details, #mensagem-enviada, .reason'),
          )
          .filter((element) => !element.checkVisibility({ opacityProperty: true }))
          .map((element) => element.outerHTML),
      );
    expect(hidden, path).toEqual([]);
  }
});

test('the client logos stand still and have no pause button', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.marquee-track')).toHaveCSS('animation-name', 'none');
  await expect(page.getByRole('checkbox', { name: 'Parar o movimento dos logotipos' })).toHaveCount(
    0,
  );
});

test('a visitor’s message is posted to the function, and an empty form is not', async ({
  page,
  endpoint,
  contact,
}) => {
  await page.goto('/');
  await contact.submitButton.click();
  await expect(contact.field('name')).toBeFocused();
  expect(endpoint.requests).toEqual([]);
  await contact.send();
  await expect.poll(() => endpoint.requests.length).toBe(1);
  const [request] = endpoint.requests;
  expect(request?.method).toBe('POST');
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  const { toEmail, fromEmail } = COMPANY;
  // Browsers post line breaks as CRLF.
  const message = TYPED.message.replace('\n', '\r\n');
  const fields = Object.fromEntries(new URLSearchParams(request?.body));
  expect(fields).toEqual({ ...TYPED, message, toEmail, fromEmail, website: '' });
});

test('on a phone, a visitor’s menu leads to one section after another', async ({ page, bar }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/planos');
  await bar.menu.click();
  for (const [name, id] of [
    ['Contato', 'contato'],
    ['Serviços', 'serviços'],
  ] as const) {
    await bar.link(name).click();
    await expectUncovered(page.locator(`#${id} h2`));
    if (name === 'Contato') await bar.menu.click();
  }
});

test.describe('without a configured backend', () => {
  test.use({ build: 'subpath' });

  test('a visitor reads where else to write, and the form goes nowhere', async ({
    page,
    contact,
  }) => {
    await page.goto('/site/');
    // Playwright's own text of an element leaves out <noscript>.
    await expect(page.locator('#contato')).toContainText('O envio pelo site não está funcionando', {
      useInnerText: true,
    });
    await contact.fill();
    await contact.field('phone').press('Enter');
    await contact.expectTyped();
    await expect(page).toHaveURL('/site/');
  });
});
