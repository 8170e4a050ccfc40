/**
 * `npm run check:live -- https://www.empresa.com.br` asks a deployed site, on whatever host, for what its pages promise:
 * as a visitor, a search engine and the form's browser would. Writes nothing. Compares the pages with `dist`, or the
 * folder given behind the address, if it was built for that address.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { attributeOf, elementsOf } from '@site/html/elements';
import { findForbidden } from '@site/finish/policy';
import { headersFor } from '../local/host-headers.ts';
import { fileFor } from './launch-check/built-site.ts';

interface Answer {
  /** 0 if there was none; `text` is the reason then. */
  status: number;
  header: (name: string) => string;
  text: string;
  /** Where the answer leads to. */
  target: string | undefined;
}

const DEADLINE_MS = 30_000;
const DAY_MS = 86_400_000;
const RENEWAL_DAYS = 14;
const SHOWN_CHARACTERS = 80;
const SHOWN_PATHS = 3;

/** Paths of scripts that hosts add to pages, such as those of Rocket Loader and of obfuscated addresses. */
const HOST_PATH = /\/(?:cdn-cgi|\.netlify|_vercel)\/[\w./-]+/;

const [address = '', folder = 'dist'] = process.argv.slice(2);
const home = URL.parse(address);
if (home === null) throw new Error('npm run check:live -- https://www.empresa.com.br');
const { origin, host, hostname, port, protocol } = home;
/** The home page, without a slash at its end. */
const site = origin + home.pathname.replace(/\/$/, '');
const files = new Set<string>();
/** The paths of each fault. */
const seen = new Map<string, string[]>();

async function ask(url: string, options: RequestInit = {}): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const response = await fetch(url, { redirect: 'manual', signal, ...options });
    const { status, headers } = response;
    const header = (name: string): string => headers.get(name) ?? '';
    const isRedirect = status >= 300 && status < 400 && header('location') !== '';
    const target = isRedirect ? new URL(header('location'), url).href : undefined;
    return { status, header, text: await response.text(), target };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { status: 0, header: () => '', text: cause?.code ?? message, target: undefined };
  }
}

function describe({ status, text, target }: Answer): string {
  if (status === 0) return `não responde (${text})`;
  return target === undefined ? `responde ${status}` : `leva a ${target} (${status})`;
}

/** Days until the certificate expires, or why it is refused. */
function certificateDays(): Promise<number | Error> {
  const to = { host: hostname, port: Number(port || 443), servername: hostname };
  return new Promise((resolve) => {
    const socket = tls.connect(to, () => {
      resolve(daysUntil(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.once('error', resolve);
  });
}

const daysUntil = (date = ''): number => Math.floor((Date.parse(date) - Date.now()) / DAY_MS);

const locationsIn = (xml: string): string[] =>
  Array.from(xml.matchAll(/<loc>([^<]*)/g), ([, url = '']) => url);

const excerpt = (text: string): string => text.slice(0, SHOWN_CHARACTERS).replace(/\s+/g, ' ');

/** The text of the file that was built for a path; empty if there is none. */
function builtFile(path: string): string {
  const file = fileFor(folder, path);
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
}

/** The start of what differs from the built page. */
function firstDifference(live: string, built: string): string {
  let at = 0;
  while (at < live.length && live[at] === built[at]) at++;
  return excerpt(live.slice(at)) || '(acaba antes)';
}

function expect(holds: boolean, fault: string, path?: string): void {
  if (!holds) seen.set(fault, [...(seen.get(fault) ?? []), path ?? []].flat());
}

async function expectAnswer(path: string, status: number): Promise<Answer> {
  const answer = await ask(site + path);
  expect(answer.status === status, `${describe(answer)}, e não ${status}`, path);
  return answer;
}

const isCompressed = ({ header }: Answer): boolean =>
  /^(?:br|gzip|zstd)$/.test(header('content-encoding'));

/** Every other spelling of the address leads to this one. */
async function checkAddresses(): Promise<void> {
  expect(protocol === 'https:', 'o site não está em https://');
  if (protocol !== 'https:') return;
  const days = await certificateDays();
  const isValid = typeof days === 'number' && days > RENEWAL_DAYS;
  expect(isValid, `o certificado não vale por mais de ${RENEWAL_DAYS} dias: ${String(days)}`);
  const twin = host.startsWith('www.') ? host.replace('www.', '') : `www.${host}`;
  for (const other of [`http://${host}/`, `https://${twin}/`, `http://${twin}/`]) {
    const answer = await ask(other);
    // A name below the company's domain has no twin with www.
    if (answer.text === 'ENOTFOUND' && other.includes('//www.')) continue;
    // By way of https://, at most.
    const last =
      new URL(answer.target ?? other).host === host ? answer : await ask(answer.target ?? other);
    const isLed = last.target?.startsWith(`${origin}/`) === true;
    expect(isLed, `${other} ${describe(answer)}, e não leva a ${origin}`);
  }
}

/** @returns the URLs of all pages */
async function checkTextFiles(): Promise<string[]> {
  const { text: robots } = await expectAnswer('/robots.txt', 200);
  const map = `Sitemap: ${site}/sitemap-index.xml`;
  const own = ['User-agent: *', 'Allow: /', map, ...builtFile('/robots.txt').split('\n'), ''];
  const foreign = robots.split(/\r?\n/).find((line) => !own.includes(line));
  expect(foreign === undefined, `robots.txt tem o que o site não escreveu: “${foreign}”`);
  expect(robots.includes(map), `robots.txt não diz “${map}”`);

  const { text: security } = await expectAnswer('/.well-known/security.txt', 200);
  const days = daysUntil(/^Expires: (.*)$/m.exec(security)?.[1]);
  expect(days > RENEWAL_DAYS, `security.txt vence em ${days} dias: publique o site de novo`);
  expect(security.includes(`Canonical: ${site}/`), 'security.txt é de outro endereço');

  const { text: index } = await expectAnswer('/sitemap-index.xml', 200);
  const maps = await Promise.all(locationsIn(index).map((url) => ask(url)));
  const urls = maps.flatMap(({ text }) => locationsIn(text));
  const isHere = (url: string): boolean => `${url}/`.startsWith(`${site}/`);
  const elsewhere = urls.find((url) => !isHere(url)) ?? (urls.length === 0 ? 'nenhum' : undefined);
  expect(elsewhere === undefined, `o sitemap é de outro endereço: ${elsewhere}`);
  return urls.filter(isHere);
}

/** A page answers at once, as it was built, and nothing was added to it. */
async function checkPage(url: string): Promise<void> {
  const path = url.replace(site, '') || '/';
  const check = (holds: boolean, fault: string): void => {
    expect(holds, fault, path);
  };
  const answer = await expectAnswer(path, 200);
  const { text, header } = answer;
  const elements = elementsOf(text);
  const valueOf = (name: string, value: string, attribute: string): string => {
    const element = elements.find((one) => attributeOf(one, name) === value);
    return (element && attributeOf(element, attribute)) ?? '';
  };
  const named = valueOf('rel', 'canonical', 'href');
  check(named === url, `a página diz que o seu endereço é ${named}`);
  const [added] = HOST_PATH.exec(text) ?? [];
  check(added === undefined, `o servidor pôs na página ${added}: desligue`);
  for (const found of findForbidden(elements)) {
    check(false, `há algo que a política da página proíbe: ${excerpt(found)}`);
  }
  const robots = valueOf('name', 'robots', 'content') + header('x-robots-tag');
  check(!robots.includes('noindex'), 'a página pede aos buscadores que a ignorem');
  check(header('set-cookie') === '', 'a página grava um cookie');
  check(/max-age=0|no-cache/.test(header('cache-control')), 'o navegador guarda a página');
  check(isCompressed(answer), 'não vem comprimido');
  const built = builtFile(path);
  if (built.includes(`rel="canonical" href="${url}"`)) {
    check(text === built, `a página não é a que foi gerada: “${firstDifference(text, built)}”`);
  }
  files.add(valueOf('property', 'og:image', 'content'));
  for (const [name] of text.matchAll(/\/_astro\/[\w./-]+\.(?:js|svg|woff2)/g))
    files.add(site + name);
}

async function checkFile(path: string): Promise<void> {
  const answer = await expectAnswer(path, 200);
  if (path.startsWith('/_astro/')) {
    const isKept = /max-age=31\d{6}/.test(answer.header('cache-control'));
    expect(isKept, 'o navegador não guarda o arquivo por um ano', path);
    expect(path.endsWith('woff2') || isCompressed(answer), 'não vem comprimido', path);
  } else {
    const type = answer.header('content-type');
    expect(type.startsWith('image/'), `a imagem para redes sociais vem como ${type}`, path);
  }
}

async function checkOtherPaths(): Promise<void> {
  const slash = await ask(`${site}/planos/`);
  expect(slash.target === `${site}/planos`, `${describe(slash)}, e não leva a /planos`, '/planos/');
  await expectAnswer('/nao-existe', 404);
  const { text } = await expectAnswer('/planos/nao-existe', 404);
  expect(text.includes('Plano não encontrado'), 'não fala do plano', '/planos/nao-existe');
}

/** The headers of one file of each kind. */
async function checkHeaders(): Promise<void> {
  const kinds = ['js', 'svg'].map((kind) => [...files].find((file) => file.endsWith(kind)));
  for (const file of ['/planos', '/planos/nao-existe', ...kinds]) {
    const path = file?.replace(site, '') ?? '/';
    const { header } = await ask(site + path);
    for (const [name, value] of headersFor(path)) {
      // Of a drawing's two policies, some hosts send the second alone.
      const expected = path.endsWith('svg') ? value.replace("frame-ancestors 'none', ", '') : value;
      const isSent = name === 'cache-control' || header(name).includes(expected);
      expect(isSent, `falta o cabeçalho ${name}: ${expected}`, path);
    }
  }
}

/** The function takes messages from the site's own origin, and is well. */
async function checkForm(homePage: string): Promise<void> {
  const form = elementsOf(homePage).find(({ tagName }) => tagName === 'form');
  const url = (form && attributeOf(form, 'action')) ?? '';
  expect(url !== '', 'o formulário não envia: o site foi gerado sem PUBLIC_SUPABASE_URL');
  if (url === '') return;
  const headers = { origin, 'access-control-request-method': 'POST' };
  const { header } = await ask(url, { method: 'OPTIONS', headers });
  const allowed = header('access-control-allow-origin');
  expect([origin, '*'].includes(allowed), `a função não aceita ${origin}, mas “${allowed}”`);
  const { text } = await ask(url);
  expect(text.includes('"pass"'), `a função do formulário não está bem: ${excerpt(text)}`);
}

const start = await expectAnswer('/', 200);
if (start.status === 200) {
  await checkAddresses();
  for (const url of await checkTextFiles()) await checkPage(url);
  for (const url of files) await checkFile(url.replace(site, ''));
  await checkOtherPaths();
  await checkHeaders();
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
