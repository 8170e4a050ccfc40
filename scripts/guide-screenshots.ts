/**
 * Takes the screenshots of docs/guia-de-edicao.md anew, from the real editor on its test
 * repository: `node scripts/guide-screenshots.ts`. They show the tests' content, whose plans and
 * clients the guide names.
 */
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { ProjectCopy } from '../tests/browser/support/project-copy.ts';
import { seedRepository } from '../tests/browser/support/test-repository.ts';
import { launchOptions } from './browser.ts';
import { serveSite } from '../local/site-server.ts';

const FOLDER = 'docs/images/guia';

/** As many pictures are there to choose from. */
const CLIENTS = 6;

const project = new ProjectCopy().create();
project.build({ CMS_BACKEND: 'test-repo' });
const site = await serveSite({ folder: project.siteFolder });
const browser = await chromium.launch(launchOptions());
const page = await browser.newPage({ locale: 'pt-BR', viewport: { width: 1100, height: 720 } });

async function open(path: string, sign: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${site.url}/admin/#/collections/${path}`);
  await page.getByText(sign).first().waitFor();
}

async function shoot(name: string, target: Page = page): Promise<void> {
  // Fonts and pictures come after the texts that a step waits for.
  await target.waitForLoadState('networkidle');
  await target.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
}

await page.goto(`${site.url}/robots.txt`);
await seedRepository(page, project.contentFolder);
await page.goto(`${site.url}/admin/`);
await page.getByRole('button', { name: 'Trabalhar com Repositório de Teste' }).click();
await page.getByText('1. Plano de Suporte em Tecnologia').waitFor();
await shoot('lista-de-planos');
await open('plans/entries/tecnologia', 'Na página inicial');
await shoot('editar-plano');
await page.getByRole('button', { name: 'Mostrar Opções do Editor' }).click();
await page.getByRole('menuitem', { name: 'Duplicar' }).waitFor();
await shoot('duplicar-plano');
await open('_singletons/entries/company', 'Telefones');
await shoot('dados-da-empresa');
await open('clients/entries/serra-mel', 'Logotipo');
await shoot('trocar-logotipo');
await page.getByRole('button', { name: 'Replace Image' }).click();
await page.getByRole('button', { name: 'Inserir' }).waitFor();
// The pictures to choose from appear one by one, and fade in.
await page.waitForFunction((count) => {
  const pictures = [...document.querySelectorAll<HTMLElement>('dialog img, [role="dialog"] img')];
  const isShown = (picture: HTMLElement) =>
    picture.checkVisibility({ opacityProperty: true }) && picture.getAnimations().length === 0;
  return pictures.filter(isShown).length >= count;
}, CLIENTS);
await shoot('escolher-imagem');

await browser.close();
await site.stop();
project.remove();
