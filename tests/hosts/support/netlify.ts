/**
 * Netlify's parser of `_headers` and its redirect engine. How it looks for files is not to be had
 * offline: that part follows its documentation (https://docs.netlify.com/manage/routing/).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireTool, type Answer, type Host } from './host.ts';

interface HeaderRule {
  forRegExp: RegExp;
  values: Record<string, string>;
}

interface Redirect {
  to: string;
  status: number;
  force: boolean;
}

interface Redirector {
  parsePlain: (
    rules: string,
    options: object,
  ) => Promise<{
    match: (request: object) => Redirect | null | undefined;
  }>;
}

/** What Netlify sends with every file of its own accord. */
const DEFAULT_CACHING = 'public, max-age=0, must-revalidate';

export async function startNetlify(built: string): Promise<Host> {
  const { parseAllHeaders } = (await import(requireTool.resolve('@netlify/headers-parser'))) as {
    parseAllHeaders: (options: object) => Promise<{ headers: HeaderRule[]; errors: Error[] }>;
  };
  const { headers: rules, errors } = await parseAllHeaders({
    headersFiles: [join(built, '_headers')],
    configHeaders: [],
    minimal: false,
  });
  if (errors.length > 0) throw new AggregateError(errors, '_headers');
  const redirector = requireTool('netlify-redirector') as Redirector;
  const redirects = await redirector.parsePlain(
    readFileSync(join(built, '_redirects'), 'utf8'),
    {},
  );

  const fileFor = (path: string): string | undefined =>
    (path === '/' ? ['index.html'] : [path, `${path}.html`, `${path}/index.html`]).find(
      (name) => /\.\w+$/.test(name) && existsSync(join(built, name)),
    );
  const file = (name: string, path: string, status: number): Answer => {
    const sent: Record<string, string> = { 'cache-control': DEFAULT_CACHING };
    for (const { forRegExp, values } of rules) {
      if (!forRegExp.test(path)) continue;
      for (const [key, value] of Object.entries(values)) sent[key.toLowerCase()] = value;
    }
    return { status, headers: sent, body: readFileSync(join(built, name), 'utf8') };
  };
  return {
    stop: () => Promise.resolve(),
    ask: (path) => {
      const request = { scheme: 'https', host: 'x.example', path, query: '' };
      const redirect = redirects.match({ ...request, getHeader: () => '', getCookie: () => '' });
      const move = (location: string): Answer => ({ status: 301, headers: { location }, body: '' });
      if (redirect?.force === true) return Promise.resolve(move(redirect.to));
      // Netlify's "Pretty URLs".
      if (path.length > 1 && path.endsWith('/') && fileFor(path.slice(0, -1)) !== undefined) {
        return Promise.resolve(move(path.slice(0, -1)));
      }
      const name = fileFor(path);
      if (name !== undefined) return Promise.resolve(file(name, path, 200));
      return Promise.resolve(file(redirect?.to ?? '404.html', path, 404));
    },
  };
}
