/**
 * What each page says and offers, in the order in which a screen reader announces it. A change of a
 * name or of the order is seen here and decided, not slipped in. Copy that editors write stays out.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

// Only who takes motion has something to pause.
test.use({ reducedMotion: 'no-preference' });

/** What the specification fixes of each plan. */
const PLANS = [
  {
    path: '/planos/tecnologia',
    teaser: 'Suporte Tecnológico Pro',
    listTitle: 'Plano de Suporte em Tecnologia',
    name: 'Suporte em Tecnologia Avançado',
  },
  {
    path: '/planos/midia-social',
    teaser: 'Mídia Social Estratégica',
    listTitle: 'Plano de Mídia Social',
    name: 'Estratégia de Mídia Social de Impacto',
  },
];

test('the home page', async ({ page }) => {
  await page.goto('/');
  const ids = page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id));
  expect((await ids).join(' ')).toBe('início sobre-nós serviços planos-home clientes contato');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - region:
      - checkbox "Pausar a animação da árvore"
      - heading "Sua Dificuldade, Nossa Solução em Tecnologia." [level=1]
      - link "Descubra Nossas Soluções"
    - region:
      - paragraph: /Araucária Digital/
      - list:
        - listitem:
          - heading "Transparência" [level=4]
        - listitem:
          - heading "Excelência" [level=4]
        - listitem:
          - heading "Empatia" [level=4]
        - listitem:
          - heading "Inovação" [level=4]
    - region:
      - list:
        - /children: equal
        - listitem
        - listitem
        - listitem
        - listitem
    - region:
      - list:
        - listitem:
          - heading "Suporte Tecnológico Pro" [level=3]
        - listitem:
          - heading "Mídia Social Estratégica" [level=3]
      - paragraph:
        - link "Ver Todos os Planos"
    - region:
      - checkbox "Pausar os logotipos"
      - list:
        - listitem:
          - img "Padaria Vô Antônio"
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
        - link:
          - /url: mailto:contato@araucariadigital.example
      - heading "Envie-nos uma mensagem" [level=3]
      - group:
        - textbox "Nome":
          - /placeholder: Seu nome completo
        - textbox "Telefone":
          - /placeholder: (XX) XXXXX-XXXX
        - textbox "Mensagem":
          - /placeholder: Como podemos te ajudar?
        - button "Enviar Mensagem"
        - paragraph
      - status
  `);
  for (const name of ['name', 'phone', 'message']) {
    await expect(page.locator(`[name=${name}]`)).toHaveAttribute('required');
  }
  await expect(page.getByLabel('Telefone')).toHaveAttribute('type', 'tel');
  await expect(page.getByLabel('Mensagem')).toHaveAttribute('rows', '5');
});

test('the plan list, whose cards come 0.2 s apart, between the landmarks of every page', async ({
  page,
}) => {
  await page.goto('/planos');
  const cards = PLANS.map(
    ({ listTitle, path }) => `
        - listitem:
          - heading "${listTitle}" [level=2]
          - list:
            - /children: equal
            - listitem
            - listitem
            - listitem
            - listitem
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
    - main:
      - heading "Nossos Planos Flexíveis" [level=1]
      - paragraph
      - list:${cards.join('')}
    - contentinfo
    - region "Avisos"
  `);
  const items = page.getByRole('main').locator('ul').first().locator('> li');
  await expect(items.locator('svg:first-of-type').first()).toBeVisible();
  await expect(items.first()).toHaveCSS('animation-delay', '0s');
  await expect(items.last()).toHaveCSS('animation-delay', '0.2s');
});

for (const { path, name } of PLANS) {
  test(`the page of “${name}”`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - article:
        - link "Voltar para Todos os Planos"
        - heading "${name}" [level=1]
        - paragraph
        - link "Entre em Contato Conosco"
        - link "Fale Conosco (abre em nova aba)"
        - img /.{20,}/
        - heading "Principais Vantagens:" [level=2]
        - list:
          - /children: equal
          - listitem
          - listitem
          - listitem
          - listitem
          - listitem
          - listitem
    `);
    await expect(page.getByRole('img').first()).not.toHaveJSProperty('naturalWidth', 0);
  });
}

/** A visitor who looked for a plan is told that there is none, and shown those that there are. */
async function expectPlansOffered(page: Page): Promise<void> {
  const offers = PLANS.map(
    ({ teaser, path }) => `
        - listitem:
          - heading "${teaser}" [level=3]
          - link:
            - /url: ${path}`,
  );
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Plano não encontrado" [level=1]
    - paragraph: O plano que você está procurando não existe ou foi movido.
    - link "Voltar para Todos os Planos"
    - region "Estes são os nossos planos":
      - list:${offers.join('')}
  `);
}

test('an unknown plan or page, with status 404', async ({ page }) => {
  expect((await page.goto('/nao-existe'))?.status()).toBe(404);
  expect((await page.goto('/planos/nao-existe'))?.status()).toBe(404);
  await expectPlansOffered(page);
});

test('the plan text under /planos/, on a host with one not-found page only', async ({ page }) => {
  const general = await (await page.request.get('/nao-existe')).text();
  await page.route('**/planos/nao-existe', (route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: general }),
  );
  await page.goto('/planos/nao-existe');
  await expect(page).toHaveTitle('Plano não encontrado');
  await expectPlansOffered(page);
});

test('the footer of last year’s build, with this year', async ({ page }) => {
  const nextYear = new Date().getFullYear() + 1;
  await page.clock.setFixedTime(`${nextYear}-03-01T12:00:00-03:00`);
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText(`© ${nextYear}`);
});
