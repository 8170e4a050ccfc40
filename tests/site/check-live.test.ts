/** `npm run check:live` against the project's own server, behind a host that keeps or breaks each promise. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../local/listen.ts';
import { serveSite } from '../../local/site-server.ts';
import { BACKEND_HOST, TEST_BUILDS } from '../support/builds.ts';
import { CERTIFICATE } from '../support/certificate.ts';

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** With photos and an editor. */
const { folder, environment } = TEST_BUILDS.complete;
const SITE = environment.SITE_URL;
const BARE = SITE.replace('www.', '');

/** What the host does to an answer: by URL, within the site by path. */
type Change = (url: string, answer: Answer) => void;
let change: Change;
/** Where the site is deployed. */
let address = SITE;

const site = await serveSite({ folder });

const encodingOf = (url: string) => (/\.(?:woff2|png|webp|ico)\b/.test(url) ? 'latin1' : 'utf8');

async function answerOf(url: string, origin: string): Promise<Answer> {
  const { pathname, host } = new URL(url);
  if (host === BACKEND_HOST) {
    const headers = new Headers({
      'access-control-allow-origin': origin,
      'access-control-allow-headers':
        'authorization, X-Client-Info, apikey, content-type, idempotency-key',
    });
    return { status: 200, headers, text: '{"status":"pass","external":{"github":true}}' };
  }
  if (!url.startsWith(address)) {
    return { status: 301, headers: new Headers({ location: address + pathname }), text: '' };
  }
  const response = await fetch(site.url + pathname, { redirect: 'manual' });
  const ofConnection = /^(?:content-length|connection|keep-alive|transfer-encoding)$/;
  const headers = new Headers([...response.headers].filter(([name]) => !ofConnection.test(name)));
  headers.set('content-encoding', 'gzip');
  const text = Buffer.from(await response.arrayBuffer()).toString(encodingOf(url));
  return { status: response.status, headers, text: text.replaceAll(SITE, address) };
}

const respond: RequestListener = (request, response) => {
  const protocol = 'encrypted' in request.socket ? 'https' : 'http';
  const url = `${protocol}://${request.headers.host ?? ''}${request.url ?? ''}`;
  void answerOf(url, request.headers.origin ?? '').then((answer) => {
    change(url.replace(address, '').replace(/\?.*/, ''), answer);
    // What a firewall does.
    if (request.headers['user-agent'] === 'node') answer.status = 403;
    const { status, headers } = answer;
    const body = Buffer.from(answer.text, encodingOf(url));
    response.setHeaders(headers).writeHead(status);
    response.end(headers.get('content-encoding') === 'gzip' ? gzipSync(body) : body);
  });
};
const https = createServer(CERTIFICATE, respond);
const http = createHttpServer(respond);
afterAll(async () => {
  https.close();
  http.close();
  await site.stop();
});

/** In the checked site's process, every name leads to the two servers. */
const [httpsPort, httpPort] = [await listen(https), await listen(http)];
const HERE = `import net from 'node:net';
import tls from 'node:tls';
const here = { host: '127.0.0.1', servername: process.env.CERTIFICATE_NAME };
const [{ connect: connectTls }, { connect }] = [{ ...tls }, { ...net }];
tls.connect = (to, done) => connectTls({ ...to, ...here, port: ${httpsPort} }, done);
net.connect = (to) => connect({ ...to, ...here, port: ${httpPort} });`;

async function check(changed: Change, given = SITE, CERTIFICATE_NAME = 'localhost') {
  change = changed;
  const hook = `--import=data:text/javascript,${encodeURIComponent(HERE)}`;
  const child = spawn(process.execPath, [hook, 'scripts/check-live.ts', given, folder], {
    env: {
      ...process.env,
      CERTIFICATE_NAME,
      NODE_EXTRA_CA_CERTS: 'tests/support/certificates/authority.pem',
    },
  });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const [, ...faults] = stderr.trimEnd().split('\n  - ');
  return { stdout, stderr, faults, code: child.exitCode };
}

test('a site that keeps its promises passes, and every file that a page comes to need is asked for', async () => {
  const asked = new Set<string>();
  const { stdout, stderr } = await check((url, it) => {
    asked.add(url);
    // Of others alone, or of pictures.
    it.headers.set('x-robots-tag', 'otherbot: none, max-image-preview: none');
    if (url === '/planos') it.headers.set('content-type', 'Text/HTML; Charset="UTF-8"');
    if (url === '/privacidade') it.headers.set('content-type', 'text/html');
    if (url.endsWith('.webp')) it.text = 'RIFF encoded anew';
    // What a CDN does that minifies, and has types of its own.
    if (/\.(?:js|css|svg)$/.test(url)) it.text = it.text.trim().replace(/;(?=\})/g, '');
    if (url.endsWith('.js')) it.headers.set('content-type', 'text/javascript; charset=utf-8');
  }, SITE.slice('https://'.length));
  expect(stdout + stderr).toBe(`${SITE}: tudo certo.\n`);
  const files = globSync(['_astro/**/*.*', 'admin/**/*.js'], { cwd: folder }).map(
    (file) => `/${file}`,
  );
  const missed = files.filter((file) => !asked.has(encodeURI(file)));
  // Astro always writes the file of a drawing that it also inlines.
  expect(missed).toEqual([expect.stringMatching(/mark\./)]);
});

test('so does one at a host’s own name, with other words, whose host compresses no small file', async () => {
  address = 'https://lages.netlify.app';
  onTestFinished(() => {
    address = SITE;
  });
  const { stdout, stderr } = await check((url, it) => {
    // A name of nobody.
    if (url.includes('//www.')) Object.assign(it, { status: 404, headers: new Headers() });
    if (url === '/planos/nao-existe') it.text = it.text.replaceAll('Plano não', 'Esse plano não');
    if (it.text.length < 1000) it.headers.delete('content-encoding');
  }, address);
  expect(stdout + stderr).toBe(`${address}: tudo certo.\n`);
});

test('an operator reads each promise that the host breaks, and where', async () => {
  const ADDED =
    '<script src="https://a.example/b.js"></script><a href="/cdn-cgi/l/email-protection#1">x</a>';
  const inTenDays = new Date(Date.now() + 9e8).toISOString();
  const put = (from: string | RegExp, to: string) => (it: Answer) => {
    it.text = it.text.replace(from, to);
  };
  const answer = (status: number, name?: string, value?: string) => (it: Answer) => {
    it.status = status;
    if (name !== undefined) it.headers.set(name, value ?? '');
  };
  const EDITS: Record<string, (answer: Answer) => void> = {
    [`http://${BARE.slice(8)}/planos`]: answer(200),
    [`${BARE}/planos`]: answer(302),
    [`http://${SITE.slice(8)}/planos`]: answer(301, 'location', `${SITE}/`),
    // What an nginx location with a header of its own does.
    '/': answer(200, 'strict-transport-security'),
    '/admin/': (it) => {
      answer(200, 'x-content-type-options')(it);
      it.text =
        '<script src="/admin/gone.js"></script><script src="https://a.example/b.js"></script>';
    },
    '/mensagem-nao-enviada': answer(404),
    '/favicon.ico': answer(404),
    '/robots.txt': put(/^/, 'User-agent: GPTBot\n'),
    '/.well-known/security.txt': put(/Expires: .*/, `Expires: ${inTenDays}`),
    '/sitemap-0.xml': put('<url>', '<url><loc>https://a.example/</loc></url>$&'),
    '/planos/midia-social': put(`canonical" href="${SITE}`, `canonical" href="${BARE}`),
    '/planos/tecnologia': answer(302, 'location', '/x'),
    '/suporte-remoto': (it) => {
      it.headers.set('x-robots-tag', 'googlebot: none');
      it.headers.set('content-type', 'text/html; charset=iso-8859-1');
    },
    '/planos': put('</main>', `$&Olá${ADDED}`),
    '/privacidade': ({ headers }) => {
      headers.set('x-robots-tag', 'noindex');
      headers.set('set-cookie', '__cf_bm=1');
      headers.set('cache-control', 'max-age=600');
      headers.set('content-type', 'text/plain');
      headers.delete('content-encoding');
    },
    '/social/inicio.png': put(/.{99}$/s, ''),
    '/social/planos.png': answer(200, 'content-type', 'text/html'),
    '/planos/': answer(200),
    '/nao-existe': answer(200),
    '/planos/nao-existe': (it) => {
      it.text = '<h1>Not Found</h1>';
      it.headers.delete('permissions-policy');
      it.headers.set('cache-control', 'max-age=86400');
      it.headers.append('content-security-policy', "default-src 'none'");
    },
    [`http://${BACKEND_HOST}/functions/v1/send-contact-email`]: (it) => {
      it.text = '{"status":"fail"}';
      it.headers.set('access-control-allow-origin', BARE);
      it.headers.set('access-control-allow-headers', 'content-type');
    },
  };
  const { faults, code } = await check((url, it) => {
    EDITS[url]?.(it);
    if (/\/(?:react|supabaseClient)\./.test(url)) it.status = 404;
    if (url.includes('/Toaster.')) it.headers.set('content-type', 'application/octet-stream');
    if (url.includes('/ContactForm.')) it.text = it.text.slice(0, -10);
    if (url.includes('/print.')) it.text = '';
    if (url.endsWith('.woff2')) it.text = '';
    if (url.includes('/suporte-remoto.') && url.endsWith('.svg')) it.text = it.text.slice(0, -9);
    if (url.endsWith('.svg')) it.headers.set('content-type', 'text/plain');
    if (url.endsWith('.svg')) it.headers.set('content-security-policy', "frame-ancestors 'none'");
    if (url.endsWith('.svg')) it.headers.delete('cache-control');
  });
  expect(code).toBe(1);
  expect(
    faults.map((fault) =>
      fault.replaceAll(/\.[\w-]{8}(?=\.(?:svg|js|css))|(?<=fonts\/)\w+|\?v=\w+/g, ''),
    ),
  ).toMatchInlineSnapshot(`
      [
        "http://www.araucariadigital.example/planos leva a https://www.araucariadigital.example/ (301); precisa levar de vez (301) a https://www.araucariadigital.example/planos",
        "https://araucariadigital.example/planos leva a https://www.araucariadigital.example/planos (302); precisa levar de vez (301) a https://www.araucariadigital.example/planos",
        "http://araucariadigital.example/planos responde 200; precisa levar de vez (301) a https://www.araucariadigital.example/planos",
        "robots.txt tem o que o site não escreveu: “User-agent: GPTBot”",
        "security.txt vence em 10 dias: publique o site de novo",
        "o sitemap é de outro endereço: https://a.example/",
        "/: falta o cabeçalho strict-transport-security: max-age=63072000",
        "/planos: o servidor pôs na página /cdn-cgi/l/email-protection: desligue",
        "/planos: há algo que a política da página proíbe: script-src https://a.example: <script> https://a.example/b.js",
        "/planos: a página não é a que foi gerada: “Olá<script src="https://a.example/b.js"></script><a href="/cdn-cgi/l/email-prote”",
        "/planos/midia-social: a página diz que o seu endereço é https://araucariadigital.example/planos/midia-social",
        "/planos/midia-social: a página não é a que foi gerada: “araucariadigital.example/planos/midia-social"><meta property="og:site_name" cont”",
        "/planos/tecnologia: leva a https://www.araucariadigital.example/x (302), e não 200",
        "/privacidade, /suporte-remoto: a página pede aos buscadores que a ignorem",
        "/privacidade: a página não vem como text/html",
        "/privacidade: a página grava um cookie",
        "/privacidade, /planos/nao-existe: o navegador guarda a página",
        "/privacidade: não vem comprimido",
        "/suporte-remoto: a página vem como text/html; charset=iso-8859-1, e não em utf-8",
        "/mensagem-nao-enviada, /favicon.ico, /admin/gone.js e mais 2: responde 404, e não 200",
        "/planos/: responde 200, e não leva a /planos",
        "/nao-existe: responde 200, e não 404",
        "/planos/nao-existe: falta o cabeçalho permissions-policy: camera=(), microphone=(), geolocation=(), payment=(), usb=()",
        "/planos/nao-existe: o servidor manda outra política: frame-ancestors 'none', default-src 'none'",
        "/planos/nao-existe: a página de erro não é a do site",
        "/admin/: falta o cabeçalho x-content-type-options: nosniff",
        "/admin/: o servidor pôs na página https://a.example/b.js: desligue",
        "/social/inicio.png, /_astro/fonts/.woff2, /_astro/suporte-remoto.svg e mais 2: o arquivo não é o que foi gerado",
        "/_astro/suporte-remoto.svg, /_astro/tecnologia.svg, /_astro/midia-social.svg e mais 5: falta o cabeçalho content-security-policy: default-src 'none'; style-src 'unsafe-inline'; sandbox",
        "/_astro/suporte-remoto.svg, /_astro/tecnologia.svg, /_astro/midia-social.svg e mais 5: o arquivo vem como text/plain",
        "/_astro/suporte-remoto.svg, /_astro/tecnologia.svg, /_astro/midia-social.svg e mais 5: o navegador não guarda o arquivo por um ano",
        "/_astro/Toaster.js: o arquivo vem como application/octet-stream",
        "/social/planos.png: o arquivo vem como text/html",
        "a função do formulário não está bem: {"status":"fail"}",
        "a função não aceita mensagens de https://www.araucariadigital.example, só de https://araucariadigital.example: ponha em SITE_ORIGINS",
        "a função não aceita os cabeçalhos que o formulário manda: authorization, apikey, idempotency-key, x-client-info",
      ]
    `);
});

test('an operator reads what is missing whole: the text for researchers, the button to sign in, the function, the address', async () => {
  const { faults } = await check((url, it) => {
    if (url === '/.well-known/security.txt') it.text = it.text.replace(/Expires.*/, '');
    if (url === '/robots.txt') it.status = 404;
    if (url.includes('/functions/')) Object.assign(it, { status: 404, text: 'requested' });
    if (url.includes('/auth/')) it.text = '{"external":{"github":false}}';
  });
  expect(faults).toEqual([
    '/robots.txt: responde 404, e não 200',
    'security.txt não diz até quando vale: publique o site de novo',
    '/admin/: o botão de entrar não funciona: no Supabase, o GitHub está desligado',
    `a função do formulário responde 404: http://${BACKEND_HOST}/functions/v1/send-contact-email`,
  ]);
  expect((await check(() => undefined, '')).stderr).toMatch(/^Diga o endereço do site: .*\n$/);
});

test('of a home page with another name’s certificate, nothing else is asked', async () => {
  expect((await check(() => undefined, SITE, 'a.example')).faults).toEqual([
    '/: não responde (ERR_TLS_CERT_ALTNAME_INVALID), e não 200',
  ]);
});
