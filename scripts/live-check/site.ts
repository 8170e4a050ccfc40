/** Asks a deployed site what a visitor, a search engine and the form's browser would. Reads only. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { attributeOf, elementsOf, type Element } from '@site/html/elements';
import { findForbidden } from '@site/html/policy';
import { headersFor } from '../../local/host-headers.ts';
import { fileFor } from '../launch-check/built-site.ts';

interface Answer {
  /** 0 if there was none; `text` is the reason then. */
  status: number;
  headers: Headers;
  text: string;
}

const DEADLINE_MS = 30_000;
const DAY_MS = 86_400_000;
const RENEWAL_DAYS = 14;
const SHOWN_CHARACTERS = 80;

const IMMUTABLE = /max-age=31\d{6}/;
const REVALIDATED = /max-age=0|no-cache|no-store/;
const ENCODING = /^(?:br|gzip|zstd)$/;

/** Paths of scripts that hosts add to pages, such as those of Rocket Loader and of obfuscated addresses. */
const HOST_PATH = /\/(?:cdn-cgi|\.netlify|_vercel)\/[\w./-]+/;

async function ask(url: string, options: RequestInit = {}): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const response = await fetch(url, { redirect: 'manual', signal, ...options });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { status: 0, headers: new Headers(), text: cause?.code ?? message };
  }
}

/** Where an answer leads to, or undefined. */
function targetOf({ status, headers }: Answer, url: string): string | undefined {
  const location = headers.get('location');
  return status >= 300 && status < 400 && location ? new URL(location, url).href : undefined;
}

function describe(answer: Answer, url: string): string {
  const target = targetOf(answer, url);
  if (answer.status === 0) return `não responde (${answer.text})`;
  return target ? `leva a ${target} (${answer.status})` : `responde ${answer.status}`;
}

/** Days until the certificate of a host expires, or why it is refused. */
function certificateDays({ hostname: host, port }: URL): Promise<number | string> {
  return new Promise((resolve) => {
    const socket = tls.connect({ host, port: Number(port || 443), servername: host }, () => {
      const { valid_to: end } = socket.getPeerCertificate();
      resolve(Math.floor((Date.parse(end) - Date.now()) / DAY_MS));
      socket.end();
    });
    socket.once('error', (error) => {
      resolve('code' in error ? String(error.code) : error.message);
    });
  });
}

/** The start of what differs from the built page. */
function firstDifference(live: string, built: string): string {
  let at = 0;
  while (at < live.length && live[at] === built[at]) at++;
  return live.slice(at, at + SHOWN_CHARACTERS).replace(/\s+/g, ' ') || '(acaba antes)';
}

const metaOf = (elements: Element[], name: string): string =>
  elements
    .filter((element) =>
      [attributeOf(element, 'property'), attributeOf(element, 'name')].includes(name),
    )
    .map((element) => attributeOf(element, 'content') ?? '')
    .join();

/**
 * @param address of the home page
 * @param folder with the site as it was built, if there is one
 * @returns what is not as promised, in Portuguese, and what was looked at
 */
export async function checkLive(
  address: string,
  folder: string,
): Promise<{ faults: string[]; summary: string }> {
  const home = new URL(address);
  const base = home.pathname.replace(/\/$/, '');
  const site = home.origin + base;
  /** Where each fault was seen. */
  const seen = new Map<string, Set<string>>();
  const expect = (holds: boolean, fault: string, path = ''): void => {
    if (!holds) seen.set(fault, (seen.get(fault) ?? new Set()).add(path));
  };
  const expectAnswer = async (path: string, status: number): Promise<Answer> => {
    const answer = await ask(site + path);
    const fault = `${describe(answer, site + path)}, e não ${status}`;
    expect(answer.status === status, fault, path);
    return answer;
  };

  const first = await ask(`${site}/`);
  if (first.status !== 200) {
    return {
      faults: [`a página inicial ${describe(first, site)}`],
      summary: 'nada mais foi visto',
    };
  }

  // One address: every other spelling leads to it.
  if (home.protocol === 'https:') {
    const days = await certificateDays(home);
    const isValid = typeof days === 'number' && days > RENEWAL_DAYS;
    expect(isValid, `o certificado não vale por mais de ${RENEWAL_DAYS} dias (${days})`);
    const { host } = home;
    const twin = host.startsWith('www.') ? host.replace('www.', '') : `www.${host}`;
    for (const other of [`http://${host}/`, `https://${twin}/`, `http://${twin}/`]) {
      const answer = await ask(other);
      // A name that is not the company's domain has no twin with www.
      if (answer.text === 'ENOTFOUND' && other.includes('//www.')) continue;
      const target = targetOf(answer, other) ?? other;
      const next = new URL(target).origin === home.origin ? undefined : await ask(target);
      const isLed = next === undefined || targetOf(next, target)?.startsWith(home.origin) === true;
      expect(isLed, `${other} não leva a ${home.origin}: ${describe(answer, other)}`);
    }
  } else {
    expect(false, 'o site não está em https://');
  }

  // Files for search engines and researchers.
  const robots = await expectAnswer('/robots.txt', 200);
  const rules = ['User-agent: *', 'Allow: /', `Sitemap: ${site}/sitemap-index.xml`, ''];
  const foreign = robots.text.split(/\r?\n/).filter((line) => !rules.includes(line.trim()));
  expect(foreign.length === 0, `robots.txt tem o que o site não escreveu: “${foreign[0]}”`);
  expect(robots.text.includes(rules[2] ?? ''), `robots.txt não diz “${rules[2]}”`);
  const security = await expectAnswer('/.well-known/security.txt', 200);
  const expiry = Date.parse(/^Expires: (.*)$/m.exec(security.text)?.[1] ?? '');
  const days = Math.floor((expiry - Date.now()) / DAY_MS);
  expect(days > RENEWAL_DAYS, `security.txt vence em ${days} dias: publique o site de novo`);
  const canonical = `Canonical: ${site}/.well-known/security.txt`;
  expect(security.text.includes(canonical), `security.txt não diz “${canonical}”`);
  const index = await expectAnswer('/sitemap-index.xml', 200);
  const locations = (xml: string) =>
    Array.from(xml.matchAll(/<loc>([^<]*)/g), ([, url = '']) => url);
  const maps = await Promise.all(locations(index.text).map((url) => ask(url)));
  const urls = maps.flatMap(({ text }) => locations(text));
  expect(urls.length > 0, 'o sitemap não tem páginas');

  // Each page: at once, as built, with nothing added.
  const files = new Set<string>();
  for (const url of urls) {
    const path = url.replace(site, '') || '/';
    if (!url.startsWith(`${site}/`) && url !== site) {
      expect(false, `o sitemap é de outro endereço: ${url}`);
      continue;
    }
    const { text, headers } = await expectAnswer(path, 200);
    const elements = elementsOf(text);
    const link = elements.find((element) => attributeOf(element, 'rel') === 'canonical');
    const named = (link && attributeOf(link, 'href')) ?? 'nada';
    expect(named === url, `a página diz que o seu endereço é ${named}`, path);
    const [added] = HOST_PATH.exec(text) ?? [];
    expect(added === undefined, `o servidor pôs na página ${added}: desligue`, path);
    for (const found of findForbidden(elements)) {
      const start = found.slice(0, SHOWN_CHARACTERS).replace(/\s+/g, ' ');
      expect(false, `há algo que a política da página proíbe: ${start}`, path);
    }
    const robotsTags = `${metaOf(elements, 'robots')} ${headers.get('x-robots-tag') ?? ''}`;
    expect(!robotsTags.includes('noindex'), 'a página pede aos buscadores que a ignorem', path);
    expect(!headers.has('set-cookie'), 'a página grava um cookie', path);
    expect(
      REVALIDATED.test(headers.get('cache-control') ?? ''),
      'o navegador guarda a página',
      path,
    );
    expect(ENCODING.test(headers.get('content-encoding') ?? ''), 'não vem comprimido', path);
    const file = fileFor(folder, path);
    const built = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
    if (built.includes(`rel="canonical" href="${url}"`)) {
      const start = firstDifference(text, built);
      expect(text === built, `a página não é a que foi gerada em ${folder}: “${start}”`, path);
    }
    files.add(metaOf(elements, 'og:image'));
    for (const [name] of text.matchAll(/\/_astro\/[\w./-]+\.(?:js|svg|woff2)/g))
      files.add(site + name);
  }
  for (const file of files) {
    const path = file.replace(site, '');
    const { headers } = await expectAnswer(path, 200);
    if (!path.startsWith('/_astro/')) {
      const type = headers.get('content-type') ?? 'nada';
      expect(type.startsWith('image/'), `a imagem para redes sociais vem como ${type}`, path);
      continue;
    }
    const isKept = IMMUTABLE.test(headers.get('cache-control') ?? '');
    expect(isKept, 'o navegador não guarda o arquivo por um ano', path);
    const isText = /\.(?:js|svg)$/.test(path);
    expect(
      !isText || ENCODING.test(headers.get('content-encoding') ?? ''),
      'não vem comprimido',
      path,
    );
  }

  // Other paths, and the headers of one of each kind.
  const slash = await ask(`${site}/planos/`);
  const isLed = targetOf(slash, `${site}/planos/`) === `${site}/planos`;
  expect(isLed, `${describe(slash, `${site}/planos/`)}, e não a /planos`, '/planos/');
  await expectAnswer('/nao-existe', 404);
  const plan = await expectAnswer('/planos/nao-existe', 404);
  const notice = 'Plano não encontrado';
  expect(plan.text.includes(notice), `não diz “${notice}”`, '/planos/nao-existe');
  const oneEach = ['js', 'svg'].flatMap(
    (kind) => [...files].find((file) => file.endsWith(kind)) ?? [],
  );
  for (const url of [`${site}/planos`, ...oneEach, `${site}/planos/nao-existe`]) {
    const { headers } = await ask(url);
    for (const [name, value] of headersFor(url.replace(site, ''))) {
      if (name === 'cache-control') continue;
      // Of several values for one header, some hosts send all, others the last.
      const last = value.split(', ').at(-1) ?? value;
      const isSent = headers.get(name)?.includes(name.startsWith('content-sec') ? last : value);
      expect(isSent === true, `falta o cabeçalho ${name}: ${value}`, url.replace(site, ''));
    }
  }

  // The form, from the site's own origin.
  const form = elementsOf(first.text).find(({ tagName }) => tagName === 'form');
  const endpoint = (form && attributeOf(form, 'action')) ?? '';
  expect(endpoint !== '', 'o formulário não está ligado a uma função: defina PUBLIC_SUPABASE_URL');
  if (endpoint !== '') {
    const method = 'OPTIONS';
    const headers = { origin: home.origin, 'access-control-request-method': 'POST' };
    const preflight = await ask(endpoint, { method, headers });
    const allowed = preflight.headers.get('access-control-allow-origin') ?? 'ninguém';
    expect([home.origin, '*'].includes(allowed), `a função só aceita mensagens de ${allowed}`);
    const health = await ask(endpoint);
    const says = health.status === 0 ? health.text : health.text.slice(0, SHOWN_CHARACTERS);
    expect(health.text.includes('"pass"'), `a função do formulário não está bem: ${says}`);
  }

  const compared = existsSync(join(folder, 'index.html'))
    ? `comparadas com ${folder}`
    : 'sem comparar';
  const faults = Array.from(seen, ([fault, paths]) => [fault, ...paths].filter(Boolean)).map(
    ([fault, ...paths]) => (paths.length > 0 ? `${paths.join(', ')}: ${fault}` : `${fault}`),
  );
  return { faults, summary: `${urls.length} páginas e ${files.size} arquivos vistos, ${compared}` };
}
