/** A deployed site as `npm run check:live` finds it: the project's own server, behind a host that errs in one way. */
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../local/listen.ts';
import { serveSite } from '../../local/site-server.ts';
import { checkLive } from '../../scripts/live-check/site.ts';
import { BACKEND_HOST, TEST_BUILDS } from '../support/builds.ts';
import { CERTIFICATE } from '../support/certificate.ts';

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

const { folder, environment } = TEST_BUILDS.configured;
const ADDRESS = environment.SITE_URL;
const HOST = new URL(ADDRESS).host;

/** What the host does to an answer. */
let err: (url: string, answer: Answer) => void;

const { connect: connectTls } = tls;
const { connect: connectTcp } = net;
const site = await serveSite({ folder });

const answerOf = async (url: string, origin: string): Promise<Answer> => {
  const { protocol, host, pathname } = new URL(url);
  const headers = new Headers();
  if (host === BACKEND_HOST) {
    headers.set('access-control-allow-origin', origin);
    return { status: 200, headers, text: '{"status":"pass"}' };
  }
  if (host !== HOST || protocol === 'http:') {
    headers.set('location', ADDRESS + pathname);
    return { status: 301, headers, text: '' };
  }
  const response = await fetch(site.url + pathname, { redirect: 'manual' });
  for (const [name, value] of response.headers)
    if (!/^(?:content-length|connection|keep-alive|transfer-encoding)$/.test(name))
      headers.set(name, value);
  headers.set('content-encoding', 'gzip');
  return { status: response.status, headers, text: await response.text() };
};

const respond: RequestListener = (request, response) => {
  const protocol = 'encrypted' in request.socket ? 'https' : 'http';
  const url = `${protocol}://${request.headers.host ?? ''}${request.url ?? ''}`;
  void answerOf(url, request.headers.origin ?? '').then((answer) => {
    err(url.replace(ADDRESS, ''), answer);
    const { status, headers, text } = answer;
    response.setHeaders(headers).writeHead(status);
    response.end(headers.get('content-encoding') === 'gzip' ? gzipSync(text) : text);
  });
};
const servers = { https: createServer(CERTIFICATE, respond), http: createHttpServer(respond) };

beforeAll(async () => {
  const [httpsPort, httpPort] = [await listen(servers.https), await listen(servers.http)];
  // Every name leads to this machine, except for that of the site's own server.
  const here = { host: '127.0.0.1', servername: 'localhost', ca: CERTIFICATE.ca };
  tls.connect = ((options: tls.ConnectionOptions, done?: () => void) =>
    connectTls({ ...options, ...here, port: httpsPort }, done)) as typeof tls.connect;
  net.connect = ((options: net.TcpNetConnectOpts) =>
    connectTcp(
      options.host === 'localhost' ? options : { ...options, ...here, port: httpPort },
    )) as typeof net.connect;
});
afterAll(async () => {
  Object.assign(tls, { connect: connectTls });
  Object.assign(net, { connect: connectTcp });
  await site.stop();
  for (const server of Object.values(servers)) server.close();
});

const faultsWith = async (change: typeof err): Promise<string[]> => {
  err = change;
  return (await checkLive(ADDRESS, folder)).faults;
};
const insert =
  (html: string): typeof err =>
  (url, answer) => {
    if (url === '/planos') answer.text = answer.text.replace('</main>', `$&${html}`);
  };
const setHeader =
  (path: RegExp, name: string, value: string): typeof err =>
  (url, { headers }) => {
    if (path.test(url)) headers.set(name, value);
  };
const setStatus =
  (path: string, status: number): typeof err =>
  (url, answer) => {
    if (url === path) answer.status = status;
  };
const write =
  (path: string, from: RegExp | string, to: string): typeof err =>
  (url, answer) => {
    if (url === path) answer.text = answer.text.replace(from, to);
  };

test('a site that answers as promised has no faults', async () => {
  expect(await faultsWith(() => undefined)).toEqual([]);
});

describe('an operator reads of', () => {
  test.each<[what: string, fault: typeof err, sentence: string]>([
    [
      'a header',
      (_, { headers }) => {
        headers.delete('permissions-policy');
      },
      'falta o cabeçalho permissions-policy',
    ],
    [
      'a drawing that may run script',
      setHeader(/svg$/, 'content-security-policy', "frame-ancestors 'none'"),
      'svg: falta o cabeçalho content-security-policy',
    ],
    ['a redirect', setStatus('/planos/', 200), '/planos/: responde 200, e não a /planos'],
    ['a page that is gone', setStatus('/planos', 404), '/planos: responde 404, e não 200'],
    ['an unknown path', setStatus('/nao-existe', 200), '/nao-existe: responde 200, e não 404'],
    [
      'an unknown plan',
      write('/planos/nao-existe', /Plano não/g, 'Página não'),
      'não diz “Plano não encontrado”',
    ],
    [
      'compression',
      (_, { headers }) => {
        headers.delete('content-encoding');
      },
      'não vem comprimido',
    ],
    [
      'a page that browsers keep',
      setHeader(/planos$/, 'cache-control', 'max-age=600'),
      '/planos: o navegador guarda a página',
    ],
    [
      'a drawing that they do not keep',
      setHeader(/svg$/, 'cache-control', 'max-age=600'),
      'o navegador não guarda o arquivo por um ano',
    ],
    [
      'a script of the host',
      insert('<script src="https://static.cloudflareinsights.com/b.js"></script>'),
      '/planos: há algo que a política da página proíbe: script-src https://static.cloudflareinsights.com',
    ],
    [
      'a foreign frame',
      insert('<iframe src="https://a.example"></iframe>'),
      '/planos: há algo que a política da página proíbe: frame-src https://a.example',
    ],
    ['a snippet', insert('<p>Feito com'), '/planos: a página não é a que foi gerada em'],
    [
      'an obfuscated address',
      insert('<a href="/cdn-cgi/l/email-protection#1">'),
      '/planos: o servidor pôs na página /cdn-cgi/l/email-protection',
    ],
    [
      'a hidden page',
      setHeader(/privacidade$/, 'x-robots-tag', 'noindex'),
      '/privacidade: a página pede aos buscadores',
    ],
    [
      'a cookie',
      setHeader(/planos$/, 'set-cookie', '__cf_bm=1'),
      '/planos: a página grava um cookie',
    ],
    [
      'a foreign rule',
      write('/robots.txt', /^/, 'User-agent: GPTBot\nDisallow: /\n'),
      'robots.txt tem o que o site não escreveu: “User-agent: GPTBot”',
    ],
    [
      'an old security.txt',
      write('/.well-known/security.txt', /Expires: .*/, `Expires: ${new Date().toISOString()}`),
      'security.txt vence em',
    ],
    [
      'another site’s pages',
      write('/sitemap-0.xml', `${ADDRESS}/planos<`, 'https://a.example/planos<'),
      'o sitemap é de outro endereço: https://a.example/planos',
    ],
    [
      'another address',
      write('/planos', 'rel="canonical" href="https://www.', 'rel="canonical" href="https://'),
      `/planos: a página diz que o seu endereço é https://${HOST.slice(4)}/planos`,
    ],
    ['a social image', setStatus('/social/planos.png', 404), '/social/planos.png: responde 404'],
    [
      'the bare domain',
      (url, answer) => {
        if (url.startsWith(`https://${HOST.slice(4)}`)) answer.status = 200;
      },
      `https://${HOST.slice(4)}/ não leva a ${ADDRESS}`,
    ],
    [
      'a page without encryption',
      setStatus(`http://${HOST}/`, 200),
      `http://${HOST}/ não leva a ${ADDRESS}`,
    ],
    [
      'a function for another origin',
      setHeader(/backend/, 'access-control-allow-origin', 'https://a.example'),
      'a função só aceita mensagens de https://a.example',
    ],
    [
      'a function that fails',
      write(`http://${BACKEND_HOST}/functions/v1/send-contact-email`, 'pass', 'fail'),
      'a função do formulário não está bem: {"status":"fail"}',
    ],
    [
      'a home page that moved',
      (url, answer) => {
        if (url === '/') {
          answer.status = 302;
          answer.headers.set('location', '/casa');
        }
      },
      `a página inicial leva a ${ADDRESS}/casa (302)`,
    ],
  ])('%s', async (_, fault, sentence) => {
    expect((await faultsWith(fault)).join('\n')).toContain(sentence);
  });

  test('a certificate for another name', async () => {
    const connect = tls.connect;
    tls.connect = ((options: tls.ConnectionOptions, done?: () => void) =>
      connect(
        {
          ...options,
          checkServerIdentity: () =>
            Object.assign(new Error(), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
        },
        done,
      )) as typeof tls.connect;
    expect((await faultsWith(() => undefined)).join()).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
    tls.connect = connect;
  });
});
