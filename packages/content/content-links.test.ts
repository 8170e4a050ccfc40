/** Links that an editor may write in a plan's text, and the explanation for all others. */
import { expect, test } from 'vitest';
import { readBody } from './body.ts';
import { webLink } from './fields.ts';
import { completeLink, kindOfLink, ownPath } from './markdown/links.ts';
import { parseSource } from './source.ts';
import { sharedContentCopy } from '@site/test-support/content-copy';
import { issueWith } from '@site/test-support/issue-with';

const content = sharedContentCopy();

const PLAN = 'plans/tecnologia.md';

test('links with a target are accepted', async () => {
  const links = [
    ...['/', '/planos/', '/planos.html', '/planos/%6Didia-social', '//exemplo.com/nada'],
    ...['/?utm_source=site#servi%C3%A7os', '/#contato-título', '/planos#conteúdo', '#outros', '#'],
    ...['#texto-1', '#texto-3', '/planos/midia-social#texto-1', '/privacidade#texto-2'],
    ...['/favicon.ico', '/robots.txt'],
  ].map((link) => `[Ver](${link})`);
  content.append(PLAN, `> ### Dois\n\n- # Três\n\n${links.join('\n')}`);
  expect(await content.check()).toEqual([]);
  // An error in the linked plan adds none to the plan that links to it.
  content.replace('plans/midia-social.md', 'order: 2', 'order: x');
  expect(await content.check()).toEqual([issueWith({ file: 'plans/midia-social.md', line: 2 })]);
});

test('an editor who links to what does not exist is told why', async () => {
  const PAGE = 'o endereço de uma página que o site tem';
  const told = { file: PLAN, advice: 'Escreva /planos, ' };
  const broken: [link: string, expected: string][] = [
    ['/Planos', PAGE],
    ['/robots.txt.html', PAGE],
    ['/#servi%E7os', 'uma parte que a página / tem'],
    ['/planos#contato', 'uma parte que a página /planos tem'],
    ['#nada', 'uma parte que a página /planos/tecnologia tem'],
  ];
  content.append(PLAN, broken.map(([link]) => `[Ver](${link})`).join('\n\n'));
  expect(await content.check()).toEqual(
    broken.map(([link, expected], index) =>
      issueWith({ ...told, line: 48 + 2 * index, expected, found: `“${link}”` }),
    ),
  );
});

test('an absolute URL of the site is the same link as its path', () => {
  const home = 'https://www.empresa.com.br/site';
  const links = ['https://empresa.com.br/site/planos?a#b', 'www.empresa.com.br/site', '/planos'];
  expect(links.map((link) => ownPath(link, home))).toEqual(['/planos?a#b', '/', '/planos']);
  const others = ['https://www.empresa.com.br/loja', 'https://empresa.com', 'a@empresa.com.br'];
  expect(others.map((link) => ownPath(link, home))).toEqual(others);
  const text = '[x](http://empresa.com.br/site/planos)';
  expect(readBody({ text, firstLine: 1 }, home)).toMatchObject({
    links: [{ url: '/planos' }],
    html: '<p><a href="/site/planos">x</a></p>',
  });
});

const OUTSIDE = ' rel="noreferrer"';

test.each([
  ['/', '//exemplo.com', '//exemplo.com', OUTSIDE],
  ['/', 'www.exemplo.com', 'https://www.exemplo.com', OUTSIDE],
  ['/', 'exemplo.com.br/a', 'https://exemplo.com.br/a', OUTSIDE],
  ['/', 'a@b.example', 'mailto:a@b.example', ''],
  ['/', '/planos/#a', '/planos#a', ''],
  ['/site', '/planos/', '/site/planos', ''],
  ['/site/', '/#contato', '/site/#contato', ''],
  ['/site', '#aqui', '#aqui', ''],
])('below %s, a link to %s leads to %s, and external links send no referrer', (...row) => {
  const [base, url, href, attribute] = row;
  const { html } = readBody({ text: `[ver](<${url}>)`, firstLine: 1 }, base);
  expect(html).toBe(`<p><a href="${href}"${attribute}>ver</a></p>`);
});

const MAP = 'https://maps.app/a?b=c(1)';
const WRAPPED = encodeURIComponent(MAP);

test.each([
  `https://nam12.safelinks.protection.outlook.com/?url=${WRAPPED}&data=05%7C02%7Cana%40empresa.com.br&reserved=0`,
  `https://www.google.com/url?q=${WRAPPED}&sa=D&source=docs`,
  `https://google.com.br/url?sa=t&q=mapa&url=${WRAPPED}`,
  `https://l.facebook.com/l.php?u=${WRAPPED}&h=AT0`,
  `http://l.instagram.com/?u=${WRAPPED}&amp;e=x`,
  `https://l.wl.co/l?u=${WRAPPED}`,
  `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(`https://www.google.com/url?q=${WRAPPED}`)}`,
])('a link that wraps another is unwrapped in texts and fields: %s', (wrapper) => {
  const target = 'https://maps.app/a?b=c%281%29';
  expect(webLink('Mapa', '').parse(wrapper)).toBe(target);
  const { body } = parseSource(`---\n---\n[x](${wrapper}). Ou ${wrapper}.`, 'md');
  expect(body?.text).toBe(`[x](${target}). Ou ${target}.`);
});

test.each([
  'https://www.facebook.com/sharer/sharer.php?u=https://empresa.com.br',
  'https://www.google.com/search?q=https://empresa.com.br',
  'https://www.google.com/url?q=javascript:alert(1)',
])('a link with an address in it that wraps none stays: %s', (link) => {
  expect(parseSource(`---\n---\n${link}`, 'md').body?.text).toBe(link);
});

test.each([
  ...['/planos', '#texto-1', 'tel:+5549900000000', 'mailto:a@b.c', 'a@b.c', 'www.x.com.br'],
  ...['https://x.com', 'x.com.br/a'],
])('%j is an address', (text) => {
  expect(kindOfLink(completeLink(text))).not.toBe('forbidden');
});

test.each([
  ...['', 'nossos planos', 'planos etc.', 'planos:', 'e/ou', 'Horário: 8h', 'Nota: 5', 'R$ 99,90'],
  ...['1/2', 'Fim.', 'fale com ana@b.c', 'javascript:alert(1)', '?', '100%'],
])('%j is none', (text) => {
  expect(kindOfLink(completeLink(text))).toBe('forbidden');
});
