/**
 * The routes that Vercel's own builder makes of `vercel.json`, followed here as its documentation of
 * the Build Output API says (https://vercel.com/docs/build-output-api/configuration): the server that
 * follows them is not to be had offline.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vercelJson } from '../../../src/hosting/vercel.ts';
import { toolPath, type Host } from './host.ts';

interface Route {
  src?: string;
  dest?: string;
  status?: number;
  headers?: Record<string, string>;
  continue?: boolean;
  handle?: string;
}

interface Output {
  routes: Route[];
  overrides: Record<string, { path: string }>;
}

const DEFAULT_CACHING = 'public, max-age=0, must-revalidate';

function build(folder: string, built: string): Output {
  const write = (name: string, value: object): void => {
    writeFileSync(join(folder, name), JSON.stringify(value));
  };
  cpSync(built, join(folder, 'dist'), { recursive: true });
  mkdirSync(join(folder, '.vercel'));
  // The site is built already.
  const commands = { buildCommand: 'true', installCommand: 'true' };
  write('vercel.json', { ...(JSON.parse(vercelJson()) as object), ...commands });
  write('package.json', { private: true });
  write('.vercel/project.json', { projectId: 'x', orgId: 'x', settings: { framework: 'astro' } });
  const args = [toolPath('vercel/dist/vc.js'), 'build', '--prod', '--yes', '--token', 'x'];
  const env = { ...process.env, VERCEL_TELEMETRY_DISABLED: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env });
  if (status !== 0) throw new Error(`vercel build failed:\n${String(stdout)}${String(stderr)}`);
  return JSON.parse(readFileSync(join(folder, '.vercel/output/config.json'), 'utf8')) as Output;
}

export function startVercel(built: string): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'vercel-'));
  const { routes, overrides } = build(folder, built);
  const named = new Map(Object.entries(overrides).map(([name, { path }]) => [path, name]));
  const fileFor = (path: string): string | undefined => {
    const name = path.slice(1) || 'index';
    const isFile = statSync(join(folder, '.vercel/output/static', name), { throwIfNoEntry: false });
    return (
      named.get(name) ?? (isFile?.isFile() === true && !(name in overrides) ? name : undefined)
    );
  };
  const errorsAt = routes.findIndex(({ handle }) => handle === 'error');

  return Promise.resolve({
    stop: () => {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
    ask: (path) => {
      const headers: Record<string, string> = { 'cache-control': DEFAULT_CACHING };
      for (const route of routes.slice(0, errorsAt)) {
        const match = route.src === undefined ? null : new RegExp(route.src).exec(path);
        if (!match) continue;
        for (const [name, value] of Object.entries(route.headers ?? {})) {
          headers[name.toLowerCase()] = value.replace(
            /\$(\d)/g,
            (_, group) => match[Number(group)] ?? '',
          );
        }
        if (route.continue !== true) {
          return Promise.resolve({ status: route.status ?? 200, headers, body: '' });
        }
      }
      const file = fileFor(path);
      const fallback = routes
        .slice(errorsAt)
        .find(({ src, status }) => status === 404 && new RegExp(src ?? '').test(path));
      const name = file ?? fileFor(fallback?.dest ?? '/404') ?? '';
      const body = readFileSync(join(built, name), 'utf8');
      return Promise.resolve({ status: file === undefined ? 404 : 200, headers, body });
    },
  });
}
