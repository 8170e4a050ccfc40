/** Another company's brand and content replace the first one's: docs/adopt.md. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { companySettings } from '../../local/contact-settings.ts';
import { OTHER_FUNCTIONS, TEST_BUILDS } from '../support/builds.ts';
import { readCompany } from '../../local/company.ts';
import { readTokens } from '../../src/lib/tokens.ts';
import type * as FunctionPage from '../../supabase/functions/send-contact-email/page.ts';
import { readConfig } from '../../supabase/functions/send-contact-email/config.ts';
import { BASE_ENVIRONMENT } from '../support/submissions.ts';
import { builtPages } from './support/pages.ts';

const OTHER_BRAND = 'tests/other-company/brand';
const { folder, contentFolder, environment } = TEST_BUILDS.other;
const pages = builtPages(folder);
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

/** Colours that only one of the two brands has. */
function ownColors(brand: string, other: string): string[] {
  const colorsOf = (brandFolder: string): Set<string> => {
    const { light, dark } = readTokens(readFileSync(join(brandFolder, 'tokens.css'), 'utf8'));
    const values = [...light.values(), ...dark.values()];
    return new Set(values.filter((value) => value.startsWith('#')));
  };
  return [...colorsOf(brand).difference(colorsOf(other))];
}

/** The contact function's pages for visitors without script. */
async function functionPages(): Promise<string[]> {
  const file = resolve(OTHER_FUNCTIONS, 'send-contact-email/page.ts');
  const { failurePage, sentPage } = (await import(file)) as typeof FunctionPage;
  const config = readConfig({
    ...BASE_ENVIRONMENT,
    ...companySettings(readCompany(contentFolder)),
    SITE_URL: environment.SITE_URL,
  });
  const typed = { name: 'Joana', phone: '(81) 98888-7777', message: 'Oi' };
  const answers = [failurePage({ code: 'unavailable' }, typed, config), sentPage(config)];
  return Promise.all(answers.map((answer) => answer.text()));
}

test('visitors find no trace of the first company, on the site or on the function’s pages', async () => {
  const mark = readFileSync('src/brand/mark.svg', 'utf8');
  const left = [
    ...ownColors('src/brand', OTHER_BRAND),
    ...Array.from(mark.matchAll(/ d="([^"]+)"/g), ([, path = '']) => path),
    ...['M96 570H178', 'Bricolage', 'Araucária', 'araucaria', 'Lages', 'Santa Catarina', 'Pinhão'],
    '(49) ',
    '5549',
    ...['planos/tecnologia', 'midia-social', 'Mídia Social Estratégica', 'Suporte Tecnológico Pro'],
    ...['wa.me', 'WhatsApp', '"clientes', 'Quem já conta com a gente'],
  ];
  const files = globSync('**/*.{html,xml,txt,json}', { cwd: folder });
  const texts = [...files.map(read), ...(await functionPages())];
  const code = globSync('_astro/*.{js,css}', { cwd: folder }).map(read);
  expect(texts.length).toBeGreaterThan(8);
  const isCode = (piece: string) => /^#|^M|Bricolage|^\(/.test(piece);
  const found = left.filter((piece) =>
    [...texts, ...(isCode(piece) ? code : [])].some((text) =>
      text
        .replaceAll('%23', '#')
        .replaceAll(/\u00a0|\\xA0/g, ' ')
        .includes(piece),
    ),
  );
  expect(found).toEqual([]);
});

test('header, tab, home screens and licences use the other brand’s folder', async () => {
  expect(read('index.html').match(/M2 18q7-14 14 0t14 0 14 0/g)).toHaveLength(3);
  expect(read('licenses.txt')).toContain('The Sora Project Authors');
  const { dominant } = await sharp(join(folder, 'apple-touch-icon.png')).stats();
  const { b: blue, g: green } = dominant;
  expect(blue).toBeGreaterThan(green);
});

test('visitors see six services, and neither clients nor a pause button, since the company has none', () => {
  expect(pages.map(({ html }) => html).join('')).not.toContain('pausar-ilustração');
  const [, services = ''] = read('index.html').split('<section id="serviços"');
  expect(services.split('</section>')[0]?.match(/<h3/g)).toHaveLength(6);
});
