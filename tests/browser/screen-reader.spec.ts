import { expect, test } from './support/fixtures.ts';
import { untilHydrated } from './support/hydration.ts';

/*
 * What a screen reader says, and in which order: the accessibility tree of what a visitor operates.
 * A change of a name or of the order is seen here and decided, not slipped in. Copy that editors
 * write stays out of it.
 */

test('the page is announced by its landmarks, in reading order', async ({ page }) => {
  await page.goto('/planos');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Pular para o conteúdo":
      - /url: "#conteúdo"
    - banner:
      - link "Araucária Digital":
        - /url: /
      - navigation "Principal":
        - list:
          - listitem:
            - link "Início":
              - /url: /
          - listitem:
            - link "Sobre Nós":
              - /url: /#sobre-nós
          - listitem:
            - link "Serviços":
              - /url: /#serviços
          - listitem:
            - link "Planos":
              - /url: /planos
          - listitem:
            - link "Contato":
              - /url: /#contato
    - main:
      - heading "Nossos Planos Flexíveis" [level=1]
      - list:
        - listitem:
          - heading [level=2]
          - list
          - link /Saiba Mais/
    - contentinfo:
      - paragraph
    - region "Avisos"
  `);
});

test('the open menu is a list of the five links, below the button that opened it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/planos');
  await page.locator('summary').click();
  await expect(page.getByRole('link', { name: 'Contato' })).toBeVisible();
  await expect(page.getByRole('navigation')).toMatchAriaSnapshot(`
    - navigation "Principal":
      - group:
        - text: Menu
        - list:
          - listitem:
            - link "Início":
              - /url: /
          - listitem:
            - link "Sobre Nós":
              - /url: /#sobre-nós
          - listitem:
            - link "Serviços":
              - /url: /#serviços
          - listitem:
            - link "Planos":
              - /url: /planos
          - listitem:
            - link "Contato":
              - /url: /#contato
  `);
});

test('the form names each field and the button, and what happens with the data', async ({
  page,
}) => {
  await page.goto('/#contato');
  await untilHydrated(page.locator('form'));
  await expect(page.getByRole('main').locator('form')).toMatchAriaSnapshot(`
    - group:
      - text: Nome
      - textbox "Nome":
        - /placeholder: Seu nome completo
      - text: Telefone
      - textbox "Telefone":
        - /placeholder: (XX) XXXXX-XXXX
      - text: Mensagem
      - textbox "Mensagem":
        - /placeholder: Como podemos te ajudar?
      - button "Enviar Mensagem"
      - paragraph
    - status
  `);
});

test('a field that was left blank is announced with what is wrong', async ({ page }) => {
  await page.goto('/#contato');
  const form = page.getByRole('main').locator('form');
  await untilHydrated(form);
  await form.locator('[name=name]').fill('  ');
  await form.locator('[name=phone]').fill('(49) 90000-0001');
  await form.locator('[name=message]').fill('Bom dia');
  await form.getByRole('button').click();
  const name = form.locator('[name=name]');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleName(/^Nome/);
  await expect(name).toHaveAccessibleDescription('Escreva o seu nome.');
});

for (const [outcome, status] of [
  ['success', 200],
  ['failure', 500],
] as const) {
  test(`the toast of a ${outcome} is announced without being looked for`, async ({
    page,
    endpoint,
  }) => {
    endpoint.answer = { status, body: {} };
    await page.goto('/#contato');
    const form = page.getByRole('main').locator('form');
    await untilHydrated(form);
    await form.locator('[name=name]').fill('Ana');
    await form.locator('[name=phone]').fill('(49) 90000-0001');
    await form.locator('[name=message]').fill('Bom dia');
    await form.getByRole('button').click();
    const region = page.getByRole('region', { name: 'Avisos' });
    await expect(region.getByRole('listitem')).toBeVisible();
    await expect(region).toHaveAttribute('aria-live', 'polite');
    if (status === 200) {
      await expect(region).toMatchAriaSnapshot(`
        - region "Avisos":
          - list:
            - listitem:
              - button "Fechar aviso"
              - text: Mensagem Enviada! Obrigado por entrar em contato. Sua mensagem foi enviada com sucesso.
      `);
    } else {
      await expect(region).toMatchAriaSnapshot(`
        - region "Avisos":
          - list:
            - listitem:
              - button "Fechar aviso"
              - text: Erro ao Enviar Não foi possível enviar sua mensagem. Tente de novo mais tarde ou verifique se a função send-contact-email está configurada.
              - link "Enviar pelo WhatsApp (abre em nova aba)"
      `);
    }
  });
}
