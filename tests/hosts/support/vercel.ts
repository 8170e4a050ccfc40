/**
 * The routes that Vercel's own builder generates from `vercel.json`, applied here as the documentation of the
 * Build Output API says (https://vercel.com/docs/build-output-api/configuration): Vercel's server is not
 * available offline.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import VERCEL from '../../../vercel.json' with { type: 'json' };
import type { Answer, Host } from './host-answers.ts';
import { DEFAULT_HEADERS, toolPath } from './tools.ts';

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
  /** Paths that replace the names of files. */
  overrides: Record<string, { path: string }>;
}

/** Runs `vercel build` in a folder on an already built site. */
function build(folder: string, built: string): Output {
  const write = (name: string, value: object): void => {
    writeFileSync(join(folder, name), JSON.stringify(value));
  };
  cpSync(built, join(folder, 'dist'), { recursive: true });
  mkdirSync(join(folder, '.vercel'));
  const commands = { buildCommand: 'true', installCommand: 'true' };
  write('vercel.json', { ...VERCEL, ...commands });
  write('package.json', { private: true });
  write('.vercel/project.json', { projectId: 'x', orgId: 'x', settings: { framework: 'astro' } });
  const args = [toolPath('vercel/dist/vc.js'), 'build', '--prod', '--yes', '--token', 'x'];
  const env = { ...process.env, VERCEL_TELEMETRY_DISABLED: '1' };
  execFileSync(process.execPath, args, { cwd: folder, env, stdio: 'pipe' });
  return JSON.parse(readFileSync(join(folder, '.vercel/output/config.json'), 'utf8')) as Output;
}

export function startVercel(built: string): Host {
  const folder = mkdtempSync(join(tmpdir(), 'vercel-'));
  const { routes, overrides } = build(folder, built);
  const files = join(folder, '.vercel/output/static');
  const fileNames = new Map(Object.entries(overrides).map(([name, { path }]) => [path, name]));
  const fileFor = (path: string): string | undefined => {
    const name = path.slice(1) || 'index';
    const isFile = /\.\w+$|^_/.test(name) && !(name in overrides) && existsSync(join(files, name));
    return fileNames.get(name) ?? (isFile ? name : undefined);
  };
  const errorsAt = routes.findIndex(({ handle }) => handle === 'error');

  const ask = (path: string): Answer => {
    const headers: Record<string, string> = { ...DEFAULT_HEADERS };
    for (const route of routes.slice(0, errorsAt)) {
      if (route.src === undefined || !new RegExp(route.src).test(path)) continue;
      for (const [name, value] of Object.entries(route.headers ?? {})) {
        // The pattern matches the whole path; a value may refer to its groups: `/$1`.
        headers[name.toLowerCase()] = path.replace(new RegExp(route.src), value);
      }
      if (route.continue !== true) return { status: route.status ?? 200, headers };
    }
    const file = fileFor(path);
    const fallback = routes
      .slice(errorsAt)
      .find(({ src, status }) => status === 404 && new RegExp(src ?? '').test(path));
    const name = file ?? fileFor(fallback?.dest ?? '/404') ?? '';
    const status = file === undefined ? 404 : 200;
    return { status, headers, body: readFileSync(join(files, name)) };
  };
  return {
    ask,
    stop: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
