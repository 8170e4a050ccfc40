/**
 * `npm run check:live -- https://www.empresa.com.br` asks a deployed site, on whatever host, for what its pages promise:
 * as a visitor, a search engine and the form's browser would. Writes nothing. Compares the pages with `dist`, or the
 * folder given behind the address, if it was built for that address.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attributeOf, elementsOf } from '@site/html/elements';
import { findForbidden } from '@site/finish/policy';
import { headersFor } from '../local/host-headers.ts';
import { EDITOR_FOLDER } from '../src/lib/paths.ts';
import { FAILURE_PAGE } from '@site/supabase/contact-form';
import { fileFor } from './launch-check/built-site.ts';
import { addressFaults, daysUntil, RENEWAL_DAYS } from './live-check/addresses.ts';
import { ask, describe, type Answer } from './live-check/ask.ts';

const SHOWN_CHARACTERS = 80;
const SHOWN_PATHS = 3;

/** CloudFront compresses from here on, other hosts smaller files too. */
const COMPRESSED_CHARACTERS = 1000;

/** Paths of scripts that hosts add to pages, such as those of Rocket Loader and of obfuscated addresses. */
const HOST_PATH = /\/(?:cdn-cgi|\.netlify|_vercel)\/[\w./-]+/;

/** A file of the build that a page names, and one that such a file names. */
const NAMED_IN_PAGE = /\/_astro\/[^\s"'<>(),?#&]+\.\w+/g;
const NAMED_IN_FILE = /(?<=["'`/])[\w.-]+[.-][\w-]{8}\.(?:js|css)\b/g;
const NAMED_IN_EDITOR = /(?<=src=")[^"]+\.js(?=")/g;
const EDITOR = `/${EDITOR_FOLDER}/`;
const EDITOR_FILES = `${EDITOR}files/`;

/** Files that browsers or social networks refuse without the right type, and each path with its type. */
const TYPED = /\.(?:js|css|svg)$|^\/social\//;
const RIGHTLY_TYPED = /\.js \S*script|\.css text\/css|\.svg image\/svg|^\/social\/.* image\//i;

/** What a CDN that minifies may drop. */
const SUPERFLUOUS = /\/\*.*?\*\/|[\s;]/gs;

/** What the form sends with a message. */
const SENT_HEADERS = 'authorization,apikey,content-type,idempotency-key,x-client-info'.split(',');

const [given = '', folder = 'dist'] = process.argv.slice(2);
const home = URL.parse(given.replace(/^(?!https?:)(?=.)/, 'https://'));
if (home === null) {
  console.error('Diga o endereço do site: npm run check:live -- https://www.empresa.com.br');
  process.exit(1);
}
const { origin } = home;
/** The home page, without a slash at its end. */
const site = origin + home.pathname.replace(/\/$/, '');
const files = new Set(['/favicon.ico', '/apple-touch-icon.png']);
/** The paths of each fault. */
const seen = new Map<string, string[]>();

const locationsIn = (xml: string): string[] =>
  Array.from(xml.matchAll(/<loc>([^<]*)/g), ([, url = '']) => url);

const excerpt = (text: string): string => text.slice(0, SHOWN_CHARACTERS).replace(/\s+/g, ' ');

/** The text of the file that was built for a path; empty if there is none. */
function builtFile(path: string, encoding: BufferEncoding = 'utf8'): string {
  const file = fileFor(folder, path.replace(/\?.*/, ''));
  return file === undefined ? '' : readFileSync(join(folder, file), encoding);
}

const isBuiltHere = builtFile('/').includes(`rel="canonical" href="${site}/"`);

/** The start of what differs from the built page. */
function firstDifference(live: string, built: string): string {
  let at = 0;
  while (at < live.length && live[at] === built[at]) at++;
  return excerpt(live.slice(at)) || '(acaba antes)';
}

function expect(holds: boolean, fault: string, path?: string): void {
  if (!holds) seen.set(fault, [...(seen.get(fault) ?? []), path ?? []].flat());
}

/** @returns the answer, or undefined if it has another status */
async function expectAnswer(path: string, status: number): Promise<Answer | undefined> {
  const answer = await ask(site + path);
  expect(answer.status === status, `${describe(answer)}, e não ${status}`, path);
  return answer.status === status ? answer : undefined;
}

function checkHeaders(path: string, { header }: Answer): void {
  for (const [name, value] of headersFor(path)) {
    // Of a drawing's two policies, some hosts send the second alone.
    const expected = path.endsWith('svg') ? value.replace("frame-ancestors 'none', ", '') : value;
    const isSent = name === 'cache-control' || header(name).includes(expected);
    expect(isSent, `falta o cabeçalho ${name}: ${expected}`, path);
  }
  const type = header('content-type');
  if (!/^text\/html/i.test(type)) return;
  // Without a charset, the page's own `<meta>` holds.
  expect(!/charset=(?!"?utf-?8\b)/i.test(type), `a página vem como ${type}, e não em utf-8`, path);
  // A page has its policy inside: a second one in a header would forbid what the first allows.
  const policy = header('content-security-policy');
  const isSecond = /-src|form-action|sandbox/.test(policy);
  expect(!isSecond, `o servidor manda outra política: ${policy}`, path);
}

function checkCompression(path: string, { header, text }: Answer): void {
  const isCompressed = /^(?:br|gzip|zstd)$/.test(header('content-encoding'));
  expect(isCompressed || text.length < COMPRESSED_CHARACTERS, 'não vem comprimido', path);
}

/** @returns the paths of all pages */
async function checkTextFiles(): Promise<string[]> {
  const robots = await expectAnswer('/robots.txt', 200);
  if (robots) {
    const map = `Sitemap: ${site}/sitemap-index.xml`;
    const own = ['User-agent: *', 'Allow: /', map, ...builtFile('/robots.txt').split('\n'), ''];
    const foreign = robots.text.split(/\r?\n/).find((line) => !own.includes(line));
    expect(foreign === undefined, `robots.txt tem o que o site não escreveu: “${foreign}”`);
    expect(robots.text.includes(map), `robots.txt não diz “${map}”`);
  }
  const security = await expectAnswer('/.well-known/security.txt', 200);
  if (security) {
    const days = daysUntil(/^Expires: (.*)$/m.exec(security.text)?.[1]);
    const until = Number.isNaN(days) ? 'não diz até quando vale' : `vence em ${days} dias`;
    expect(days > RENEWAL_DAYS, `security.txt ${until}: publique o site de novo`);
    expect(security.text.includes(`Canonical: ${site}/`), 'security.txt é de outro endereço');
  }
  const index = await expectAnswer('/sitemap-index.xml', 200);
  if (!index) return [];
  const maps = await Promise.all(locationsIn(index.text).map((url) => ask(url)));
  const urls = maps.flatMap(({ text }) => locationsIn(text));
  const isHere = (url: string): boolean => `${url}/`.startsWith(`${site}/`);
  const elsewhere = urls.find((url) => !isHere(url)) ?? (urls.length === 0 ? 'nenhum' : undefined);
  expect(elsewhere === undefined, `o sitemap é de outro endereço: ${elsewhere}`);
  return urls.filter(isHere).map((url) => url.replace(site, '') || '/');
}

/** A page answers at once, as it was built, and nothing was added to it. */
async function checkPage(path: string, isListed = true): Promise<void> {
  const answer = await expectAnswer(path, 200);
  if (!answer) return;
  const check = (holds: boolean, fault: string): void => {
    expect(holds, fault, path);
  };
  const { text, header } = answer;
  const elements = elementsOf(text);
  const valueOf = (name: string, value: string, attribute: string): string => {
    const element = elements.find((one) => attributeOf(one, name) === value);
    return (element && attributeOf(element, attribute)) ?? '';
  };
  if (isListed) {
    const named = valueOf('rel', 'canonical', 'href');
    check(named === site + path, `a página diz que o seu endereço é ${named}`);
    const robots = `${valueOf('name', 'robots', 'content')},${header('x-robots-tag')}`;
    const isHidden = /noindex|(?:^|,|(?:google|bing)bot:)\s*none\b/i.test(robots);
    check(!isHidden, 'a página pede aos buscadores que a ignorem');
    const image = valueOf('property', 'og:image', 'content');
    check(image.startsWith(`${site}/`), `a imagem para redes sociais é ${image || 'nenhuma'}`);
    if (image.startsWith(`${site}/`)) files.add(image.slice(site.length));
  }
  const [added] = HOST_PATH.exec(text) ?? [];
  check(added === undefined, `o servidor pôs na página ${added}: desligue`);
  for (const found of findForbidden(elements)) {
    check(false, `há algo que a política da página proíbe: ${excerpt(found)}`);
  }
  check(/^text\/html/i.test(header('content-type')), 'a página não vem como text/html');
  check(header('set-cookie') === '', 'a página grava um cookie');
  check(/max-age=0|no-cache/.test(header('cache-control')), 'o navegador guarda a página');
  checkCompression(path, answer);
  checkHeaders(path, answer);
  const built = isBuiltHere ? builtFile(path) : '';
  if (built !== '') {
    check(text === built, `a página não é a que foi gerada: “${firstDifference(text, built)}”`);
  }
  for (const [name] of text.matchAll(NAMED_IN_PAGE)) files.add(name);
}

/** Adds the files that this one names, such as those that a script imports. */
async function checkFile(path: string): Promise<void> {
  const answer = await expectAnswer(path, 200);
  if (!answer) return;
  checkHeaders(path, answer);
  const type = answer.header('content-type');
  const isRight = !TYPED.test(path) || RIGHTLY_TYPED.test(`${path} ${type}`);
  expect(isRight, `o arquivo vem como ${type}`, path);
  const built = isBuiltHere ? builtFile(path, 'latin1') : '';
  const [sent = '', own = ''] = [answer.bytes, built].map((it) => it.replace(SUPERFLUOUS, ''));
  // Some hosts encode pictures anew: of those, only a mere beginning is wrong.
  const isAnew = !/\.(?:js|css)$/.test(path) && !built.startsWith(answer.bytes);
  const isOwn = sent === own || own === '' || isAnew;
  expect(isOwn && sent !== '', 'o arquivo não é o que foi gerado', path);
  const folder = [EDITOR_FILES, '/_astro/'].find((it) => path.startsWith(it));
  if (path.startsWith(EDITOR)) addNamed(EDITOR_FILES, answer.text);
  if (folder === undefined) return;
  const isKept = /max-age=31\d{6}/.test(answer.header('cache-control'));
  expect(isKept, 'o navegador não guarda o arquivo por um ano', path);
  if (/\.(?:js|css|svg)$/.test(path)) checkCompression(path, answer);
  if (/\.(?:js|css)$/.test(path)) addNamed(folder, answer.text);
}

function addNamed(folder: string, text: string): void {
  for (const [name] of text.matchAll(NAMED_IN_FILE)) files.add(folder + name);
}

/** The site's own page says so, not the host's. */
async function checkNotFound(path: string): Promise<void> {
  const answer = await expectAnswer(path, 404);
  if (!answer) return;
  checkHeaders(path, answer);
  expect(answer.text.includes('/_astro/'), 'a página de erro não é a do site', path);
  // A page that comes later would stay unseen.
  const isKept = /max-age=\d{4}/.test(answer.header('cache-control'));
  expect(!isKept, 'o navegador guarda a página', path);
}

async function checkOtherPaths(): Promise<void> {
  const slash = await ask(`${site}/planos/`);
  expect(slash.target === `${site}/planos`, `${describe(slash)}, e não leva a /planos`, '/planos/');
  await checkNotFound('/nao-existe');
  await checkNotFound('/planos/nao-existe');
  const editor = await ask(site + EDITOR);
  // Some hosts drop the slash; others ask for a password first.
  const shown = editor.target?.startsWith(site) === true ? await ask(editor.target) : editor;
  if (shown.status === 200) {
    checkHeaders(EDITOR, shown);
    await checkSignIn(shown.text);
    for (const [name] of shown.text.matchAll(NAMED_IN_EDITOR)) {
      const { href } = new URL(name, site + EDITOR);
      if (href.startsWith(`${site}/`)) files.add(href.replace(site, ''));
      else expect(false, `o servidor pôs na página ${href}: desligue`, EDITOR);
    }
  }
  const isMissing = shown.status === 404 && isBuiltHere && builtFile(EDITOR) !== '';
  expect(!isMissing, describe(shown), EDITOR);
}

/** The project by which the editor's button signs in knows GitHub. */
async function checkSignIn(editor: string): Promise<void> {
  const [, url, apikey = ''] = /"signIn":\{"url":"(.*?)\/?","key":"(.*?)"/.exec(editor) ?? [];
  if (url === undefined) return;
  const settings = await ask(`${url}/auth/v1/settings`, { headers: { apikey } });
  const isOn = /"github":\s*true/.test(settings.text);
  const found = settings.status === 200 ? 'o GitHub está desligado' : describe(settings);
  expect(isOn, `o botão de entrar não funciona: no Supabase, ${found}`, EDITOR);
}

/** The function is well, and takes messages from the site's own origin. */
async function checkForm(homePage: string): Promise<void> {
  const form = elementsOf(homePage).find(({ tagName }) => tagName === 'form');
  const url = (form && attributeOf(form, 'action')) ?? '';
  expect(url !== '', 'o formulário não envia: o site foi gerado sem PUBLIC_SUPABASE_URL');
  if (url === '') return;
  const health = await ask(url);
  const isFunction = health.text.includes('"status"');
  expect(isFunction, `a função do formulário ${describe(health)}: ${url}`);
  if (!isFunction) return;
  const isWell = health.text.includes('"pass"');
  expect(isWell, `a função do formulário não está bem: ${excerpt(health.text)}`);
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': SENT_HEADERS.join(),
  };
  const { status, header } = await ask(url, { method: 'OPTIONS', headers });
  const allowed = header('access-control-allow-origin');
  const others = allowed && `, só de ${allowed}`;
  const fault = `a função não aceita mensagens de ${origin}${others}: ponha em SITE_ORIGINS`;
  expect([origin, '*'].includes(allowed), fault);
  const accepted = header('access-control-allow-headers')
    .toLowerCase()
    .split(/\s*,\s*/);
  const refused = SENT_HEADERS.filter((name) => !accepted.includes(name)).join(', ');
  expect(status < 300, `a função responde ${status} à pergunta do navegador`);
  expect(refused === '', `a função não aceita os cabeçalhos que o formulário manda: ${refused}`);
}

const start = await expectAnswer('/', 200);
if (start) {
  for (const fault of await addressFaults(home)) expect(false, fault);
  for (const path of new Set(['/', ...(await checkTextFiles())])) await checkPage(path);
  await checkPage(`/${FAILURE_PAGE}`, false);
  await checkOtherPaths();
  for (const path of files) await checkFile(path);
  await checkForm(start.text);
}
if (seen.size === 0) console.log(`${site}: tudo certo.`);
else console.error(`${site} não está como prometido:`);
for (const [fault, paths] of seen) {
  const shown = paths.slice(0, SHOWN_PATHS).join(', ');
  const more = paths.length > SHOWN_PATHS ? ` e mais ${paths.length - SHOWN_PATHS}` : '';
  console.error(`  - ${shown}${more}${shown && ': '}${fault}`);
}
process.exitCode = seen.size === 0 ? 0 : 1;
