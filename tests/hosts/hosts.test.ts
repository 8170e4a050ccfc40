/** Hosts' own servers keep what `npm run check:live` asks of a deployed site. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../local/listen.ts';
import { findOnPath, installDebianPackages } from '../../local/machine.ts';
import { TEST_BUILDS } from '../support/builds.ts';
import { ProjectCopy } from '../support/project-copy.ts';

const PORT = String(await freePort(0));
const SITE_URL = `http://127.0.0.1:${PORT}`;
const GUIDE = readFileSync('docs/deploy.md', 'utf8');

/** The site with the guide's redirects. */
const project = new ProjectCopy().create();
const [redirects = ''] = /redirects: \{[^}]*\},/.exec(GUIDE) ?? [];
project.edit('astro.config.mjs', /(?<=export default defineConfig\(\{)/, redirects);
// Without what a developer's .env may set.
project.build({ ...TEST_BUILDS.subpath.environment, SITE_BASE: '', SITE_URL });
afterAll(() => {
  project.remove();
});

type Start = (folder: string) => [program: string, ...args: string[]];

/** A file of `tests/hosts`' own packages, for Node to run: Windows needs a shell for programs. */
const toolPath = (file: string) => join(import.meta.dirname, 'node_modules', file);

/** Cloudflare's own server, workerd. */
const wrangler = (...args: string[]): ReturnType<Start> => [
  process.execPath,
  toolPath('wrangler/bin/wrangler.js'),
  ...[...args, '--ip', '127.0.0.1', '--port', PORT],
];

function startPages(): ReturnType<Start> {
  // `pages dev` looks for a configuration above wrangler's own files, and would find the one for Workers.
  writeFileSync(toolPath('wrangler.jsonc'), '{}');
  return wrangler('pages', 'dev', 'dist');
}

/** nginx with the guide's block, without its certificate. */
function startNginx(folder: string): ReturnType<Start> {
  if (findOnPath('nginx') === undefined) installDebianPackages(['nginx']);
  const [, block = ''] = /```nginx\n(.*?)```/s.exec(GUIDE) ?? [];
  const server = block
    .replaceAll('listen 443 ssl http2', `listen 127.0.0.1:${PORT}`)
    .replaceAll(/ *(?:ssl_|listen (?:80|\[)).*\n/g, '')
    .replace('/var/www/site', join(folder, 'dist'));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const http = `include /etc/nginx/mime.types; access_log off; ${paths.join(' ')} ${server}`;
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${user} daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${http} }`,
  );
  return [findOnPath('nginx') ?? 'nginx', '-c', file];
}

test.each<[string, Start]>([
  ['Cloudflare Pages', startPages],
  ['Cloudflare Workers', () => wrangler('dev', '--name', 'x')],
  ['nginx', startNginx],
])('%s serves each page, old path and file as the site promises', async (_, start) => {
  const folder = mkdtempSync(join(tmpdir(), 'host-'));
  cpSync('wrangler.jsonc', join(folder, 'wrangler.jsonc'));
  cpSync(project.siteFolder, join(folder, 'dist'), { recursive: true });
  mkdirSync(join(folder, 'dist/admin'));
  writeFileSync(join(folder, 'dist/admin/index.html'), 'The editor');
  const [program, ...args] = start(folder);
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
  });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  });
  await vi.waitFor(() => fetch(SITE_URL), 60_000);

  const asked = ['scripts/check-live.ts', SITE_URL, project.siteFolder];
  const said = await new Promise((resolve) => {
    execFile(process.execPath, asked, (_error, _stdout, stderr) => {
      resolve(stderr);
    });
  });
  // What only a deployed site has.
  expect(said).toBe(`${SITE_URL} não está como prometido:
  - o site não está em https://
  - o formulário não envia: o site foi gerado sem PUBLIC_SUPABASE_URL
`);
  // With or without its slash, the editor gets the code by which somebody signs in.
  for (const path of ['/admin', '/admin/']) {
    const { url } = await fetch(`${SITE_URL}${path}?code=1`);
    expect(url).toMatch(/\/admin\/?\?code=1$/);
  }
  for (const path of ['/contato', '/index.php', '/planos/antigo']) {
    expect(await (await fetch(SITE_URL + path)).text(), path).toContain('http-equiv="refresh"');
  }
});
