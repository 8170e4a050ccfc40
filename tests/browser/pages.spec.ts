/**
 * The accessibility tree of each page, in reading order. A change of a name or of the order has to be
 * made here too, on purpose. Copy from the editors stays out.
 */
import { expect, HEADINGS, test } from '../support/browser/fixtures.ts';

// Cards appear one after another only for visitors who accept motion.
test.use({ reducedMotion: 'no-preference' });

/** What the specification fixes for each plan. */
const PLANS = [
  {
    path: '/planos/tecnologia',
    teaser: 'Suporte Tecnológico Pro',
    listTitle: 'Plano de Suporte em Tecnologia',
  },
  {
    path: '/planos/midia-social',
    teaser: 'Mídia Social Estratégica',
    listTitle: 'Plano de Mídia Social',
  },
];

test('a screen reader announces the home page', async ({ page }) => {
  await page.goto('/');
  const ids = page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id));
  expect((await ids).join(' ')).toBe('início sobre-nós serviços planos-home clientes contato');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - region:
      - heading "Sua Dificuldade, Nossa Solução em Tecnologia." [level=1]
      - link "Descubra Nossas Soluções"
    - region:
      - paragraph: /Araucária Digital/
      - list
    - region:
      - list
    - region:
      - list:
        - listitem:
          - heading "Suporte Tecnológico Pro" [level=3]
          - link /Ver Detalhes/:
            - /url: /planos/tecnologia
        - listitem:
          - heading "Mídia Social Estratégica" [level=3]
          - link /Ver Detalhes/:
            - /url: /planos/midia-social
      - paragraph:
        - link "Ver Todos os Planos":
          - /url: /planos
    - region "Vamos Conversar?":
      - heading "Vamos Conversar?" [level=2]
      - heading "Informações de Contato" [level=3]
      - link "Fale Conosco no WhatsApp (abre em nova aba)":
        - /url: https://wa.me/5549900000000?text=Ol%C3%A1!%20Vim%20pelo%20site%20e%20gostaria%20de%20conversar.
      - definition: /SC/
      - definition:
        - link "(49) 90000-0000":
          - /url: tel:+5549900000000
        - text: (WhatsApp)
      - definition:
        - link "contato@araucariadigital.example":
          - /url: mailto:contato@araucariadigital.example
      - heading "Envie-nos uma mensagem" [level=3]
      - group "Envie-nos uma mensagem":
        - textbox "Nome":
          - /placeholder: Seu nome completo
        - textbox "Telefone":
          - /placeholder: (XX) XXXXX-XXXX
        - textbox "Mensagem":
          - /placeholder: Como podemos te ajudar?
        - paragraph
        - link "Privacidade":
          - /url: /privacidade
        - button "Enviar Mensagem"
      - status
  `);
  const values = page.locator('#sobre-nós').getByRole('heading', { level: 4 });
  await expect(values).toHaveText(['Transparência', 'Excelência', 'Empatia', 'Inovação']);
  await expect(page.locator('#serviços').getByRole('listitem')).toHaveCount(4);
  await expect(page.locator('form :required')).toHaveCount(3);
  await expect(page.getByLabel('Telefone')).toHaveAttribute('type', 'tel');
  await expect(page.getByLabel('Mensagem', { exact: true })).toHaveAttribute('rows', '5');
  // With one more hyphen, an address is another one.
  await expect(page.locator('main [href^="mailto:"]')).toHaveCSS('hyphens', 'manual');
});

test('a screen reader announces the plan list, whose cards appear 0.2 s apart, within the landmarks', async ({
  page,
}) => {
  await page.goto('/planos');
  const cards = PLANS.map(
    ({ listTitle, path }) => `
        - listitem:
          - heading "${listTitle}" [level=2]
          - list
          - paragraph: Sob Consulta
          - 'link "Saiba Mais: ${listTitle}"':
            - /url: ${path}`,
  );
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Pular para o conteúdo":
      - /url: "#conteúdo"
    - banner:
      - link "Araucária Digital":
        - /url: /
      - navigation "Principal":
        - list
      - link "WhatsApp (abre em nova aba)"
    - main:
      - heading "Nossos Planos Flexíveis" [level=1]
      - paragraph
      - list:${cards.join('')}
    - contentinfo
    - region "Avisos"
  `);
  const items = page.getByRole('main').locator('ul').first().locator('> li');
  await expect(items.locator('svg:first-of-type').first()).toBeVisible();
  await expect(items.getByRole('listitem')).toHaveCount(2 * 4);
  await expect(items.first()).toHaveCSS('animation-delay', '0s');
  await expect(items.last()).toHaveCSS('animation-delay', '0.2s');
});

for (const { path, listTitle } of PLANS) {
  test(`a screen reader announces the page of “${listTitle}”`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - article:
        - link "Voltar para Todos os Planos":
          - /url: /planos
        - heading "${HEADINGS[path]}" [level=1]
        - paragraph
        - link "Entre em Contato Conosco":
          - /url: /#contato
        - link "Fale Conosco (abre em nova aba)"
        - heading "Principais Vantagens:" [level=2]
        - list
        - img /.{20,}/
    `);
    // The greeting names the plan.
    const chat = page.getByRole('article').getByRole('link', { name: /^Fale Conosco/ });
    const plan = encodeURIComponent(HEADINGS[path] ?? '');
    await expect(chat).toHaveAttribute(
      'href',
      new RegExp(`^https://wa.me/5549900000000\\?.*${plan}`),
    );
    await expect(chat).toHaveAttribute('target', '_blank');
    await expect(page.getByRole('article').getByRole('listitem')).toHaveCount(6);
    await expect(page.getByRole('img').first()).not.toHaveJSProperty('naturalWidth', 0);
  });
}

test('a visitor of an unknown plan or page gets a not-found page with status 404', async ({
  page,
}) => {
  const general = await page.goto('/nao-existe');
  expect(general?.status()).toBe(404);
  const html = await general?.text();
  const offers = PLANS.map(
    ({ teaser, path }) => `
          - listitem:
            - heading "${teaser}" [level=3]
            - link:
              - /url: ${path}`,
  );
  for (const isOnlyNotFoundPage of [false, true]) {
    // Some hosts serve a single not-found page, which must still show the plan text under /planos/.
    await page.route('**/planos/nao-existe', (route) =>
      isOnlyNotFoundPage
        ? route.fulfill({ status: 404, contentType: 'text/html', body: html ?? '' })
        : route.continue(),
    );
    expect((await page.goto('/planos/nao-existe'))?.status()).toBe(404);
    await expect(page).toHaveTitle('Plano não encontrado | Araucária Digital');
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading "Plano não encontrado" [level=1]
      - paragraph: O plano que você está procurando não existe ou foi movido.
      - link "Voltar para Todos os Planos"
      - region "Estes são os nossos planos":
        - list:${offers.join('')}
    `);
  }
});

test('the footer shows a visitor the current year, whenever the site was built', async ({
  page,
}) => {
  const nextYear = new Date().getFullYear() + 1;
  await page.clock.setFixedTime(`${nextYear}-03-01T12:00:00-03:00`);
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText(`© ${nextYear}`);
});
