/** `npm run check:live` against the project's own server, behind a host that keeps or breaks each promise. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { listen } from '../../local/listen.ts';
import { serveSite } from '../../local/site-server.ts';
import { BACKEND_HOST, TEST_BUILDS } from '../support/builds.ts';
import { CERTIFICATE } from '../support/certificate.ts';

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

const { folder, environment } = TEST_BUILDS.configured;
const SITE = environment.SITE_URL;
const BARE = SITE.replace('www.', '');

/** What the host does to an answer: by URL, within the site by path. */
let change: (url: string, answer: Answer) => void;

const site = await serveSite({ folder });

async function answerOf(url: string, origin: string): Promise<Answer> {
  const { pathname, host } = new URL(url);
  if (host === BACKEND_HOST) {
    const headers = new Headers({ 'access-control-allow-origin': origin });
    return { status: 200, headers, text: '{"status":"pass"}' };
  }
  if (!url.startsWith(SITE)) {
    return { status: 301, headers: new Headers({ location: SITE + pathname }), text: '' };
  }
  const response = await fetch(site.url + pathname, { redirect: 'manual' });
  const ofConnection = /^(?:content-length|connection|keep-alive|transfer-encoding)$/;
  const headers = new Headers([...response.headers].filter(([name]) => !ofConnection.test(name)));
  headers.set('content-encoding', 'gzip');
  return { status: response.status, headers, text: await response.text() };
}

const respond: RequestListener = (request, response) => {
  const protocol = 'encrypted' in request.socket ? 'https' : 'http';
  const url = `${protocol}://${request.headers.host ?? ''}${request.url ?? ''}`;
  void answerOf(url, request.headers.origin ?? '').then((answer) => {
    change(url.replace(SITE, '').replace(/\?.*/, ''), answer);
    const { status, headers, text: body } = answer;
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

async function check(changed: typeof change, CERTIFICATE_NAME = 'localhost') {
  change = changed;
  const hook = `--import=data:text/javascript,${encodeURIComponent(HERE)}`;
  const child = spawn(process.execPath, [hook, 'scripts/check-live.ts', SITE, folder], {
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
  return { stdout, faults, code: child.exitCode };
}

test('a site that keeps its promises passes', async () => {
  expect(await check(() => undefined)).toEqual({
    stdout: `${SITE}: tudo certo.\n`,
    faults: [],
    code: 0,
  });
});

test('an operator reads each promise that the host breaks, and where', async () => {
  const ADDED =
    '<script src="https://a.example/b.js"></script><a href="/cdn-cgi/l/email-protection#1">x</a>';
  const inTenDays = new Date(Date.now() + 9e8).toISOString();
  const put = (from: string | RegExp, to: string) => (it: Answer) => {
    it.text = it.text.replace(from, to);
  };
  const answerOk = (it: Answer) => {
    it.status = 200;
  };
  const EDITS: Record<string, (answer: Answer) => void> = {
    [`http://${BARE.slice(8)}/`]: answerOk,
    '/robots.txt': put(/^/, 'User-agent: GPTBot\n'),
    '/.well-known/security.txt': put(/Expires: .*/, `Expires: ${inTenDays}`),
    '/sitemap-0.xml': put('<url>', '<url><loc>https://a.example/</loc></url>$&'),
    '/planos/midia-social': put(`canonical" href="${SITE}`, `canonical" href="${BARE}`),
    '/planos/tecnologia': (it) => {
      it.status = 302;
      it.headers.set('location', '/x');
    },
    '/planos': put('</main>', `$&${ADDED}`),
    '/privacidade': ({ headers }) => {
      headers.set('x-robots-tag', 'noindex');
      headers.set('set-cookie', '__cf_bm=1');
      headers.set('cache-control', 'max-age=600');
      headers.delete('content-encoding');
    },
    '/social/planos.png': ({ headers }) => {
      headers.set('content-type', 'text/html');
    },
    '/planos/': answerOk,
    '/nao-existe': answerOk,
    '/planos/nao-existe': (it) => {
      it.text = it.text.replaceAll('Plano não', 'Página não');
      it.headers.delete('permissions-policy');
    },
    [`http://${BACKEND_HOST}/functions/v1/send-contact-email`]: (it) => {
      it.text = '{"status":"fail"}';
      it.headers.set('access-control-allow-origin', BARE);
    },
  };
  const { faults, code } = await check((url, answer) => {
    EDITS[url]?.(answer);
    if (url.endsWith('.svg'))
      answer.headers.set('content-security-policy', "frame-ancestors 'none'");
    if (url.endsWith('.svg')) answer.headers.delete('cache-control');
  });
  expect(code).toBe(1);
  expect(faults.map((fault) => fault.replaceAll(/\.[\w-]{8}(?=\.svg)|\?v=\w+/g, '')))
    .toMatchInlineSnapshot(`
    [
      "http://araucariadigital.example/ responde 200, e não leva a https://www.araucariadigital.example",
      "robots.txt tem o que o site não escreveu: “User-agent: GPTBot”",
      "security.txt vence em 10 dias: publique o site de novo",
      "o sitemap é de outro endereço: https://a.example/",
      "/planos: o servidor pôs na página /cdn-cgi/l/email-protection: desligue",
      "/planos: há algo que a política da página proíbe: script-src https://a.example: <script> https://a.example/b.js",
      "/planos: a página não é a que foi gerada: “script src="https://a.example/b.js"></script><a href="/cdn-cgi/l/email-protectio”",
      "/planos/midia-social: a página diz que o seu endereço é https://araucariadigital.example/planos/midia-social",
      "/planos/midia-social: a página não é a que foi gerada: “araucariadigital.example/planos/midia-social"><meta property="og:type" content="”",
      "/planos/tecnologia: leva a https://www.araucariadigital.example/x (302), e não 200",
      "/privacidade: a página pede aos buscadores que a ignorem",
      "/privacidade: a página grava um cookie",
      "/privacidade: o navegador guarda a página",
      "/privacidade: não vem comprimido",
      "/_astro/suporte-remoto.svg, /_astro/tecnologia.svg, /_astro/midia-social.svg e mais 6: o navegador não guarda o arquivo por um ano",
      "/social/planos.png: a imagem para redes sociais vem como text/html",
      "/planos/: responde 200, e não leva a /planos",
      "/nao-existe: responde 200, e não 404",
      "/planos/nao-existe: não fala do plano",
      "/planos/nao-existe: falta o cabeçalho permissions-policy: camera=(), microphone=(), geolocation=(), payment=(), usb=()",
      "/_astro/suporte-remoto.svg: falta o cabeçalho content-security-policy: default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "a função não aceita https://www.araucariadigital.example, mas “https://araucariadigital.example”",
      "a função do formulário não está bem: {"status":"fail"}",
    ]
  `);
});

test('of a home page with another name’s certificate, nothing else is asked', async () => {
  expect((await check(() => undefined, 'a.example')).faults).toEqual([
    '/: não responde (ERR_TLS_CERT_ALTNAME_INVALID), e não 200',
  ]);
});
