/**
 * Netlify's parsers of `_headers` and `netlify.toml` and its redirect engine. Its file lookup is not available offline: that part
 * follows its documentation (https://docs.netlify.com/manage/routing/).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, Host } from './host-answers.ts';
import { DEFAULT_HEADERS, requireTool } from './tools.ts';

interface HeaderRule {
  forRegExp: RegExp;
  values: Record<string, string>;
}

interface Redirector {
  match: (request: object) => { to: string } | null | undefined;
}

export async function startNetlify(built: string): Promise<Host> {
  const { parseAllHeaders } = (await import(requireTool.resolve('@netlify/headers-parser'))) as {
    parseAllHeaders: (options: object) => Promise<{ headers: HeaderRule[]; errors: Error[] }>;
  };
  const headersFiles = [join(built, '_headers')];
  const parsed = await parseAllHeaders({ headersFiles, configHeaders: [], minimal: false });
  if (parsed.errors.length > 0) throw new AggregateError(parsed.errors, '_headers');
  const { parseAllRedirects } = (await import(requireTool.resolve('@netlify/redirect-parser'))) as {
    parseAllRedirects: (options: object) => Promise<{ redirects: { from: string }[] }>;
  };
  const rules = await parseAllRedirects({
    redirectsFiles: [],
    configRedirects: [],
    netlifyConfigPath: 'netlify.toml',
    minimal: true,
  });
  const { parseJSON } = requireTool('netlify-redirector') as {
    parseJSON: (rules: string, options: object) => Promise<Redirector>;
  };
  const named = rules.redirects.map(({ from, ...rule }) => ({ ...rule, path: from }));
  const redirects = await parseJSON(JSON.stringify(named), {});

  const fileFor = (path: string): string | undefined =>
    (path === '/' ? ['index.html'] : [path, `${path}.html`]).find(
      (name) => /\.\w+$/.test(name) && existsSync(join(built, name)),
    );
  const move = (location: string): Answer => ({ status: 301, headers: { location } });
  const ask = (path: string): Answer => {
    const request = { scheme: 'https', host: 'x.example', path, query: '' };
    const redirect = redirects.match({ ...request, getHeader: () => '', getCookie: () => '' });
    // Netlify's "Pretty URLs".
    const withoutSlash = path.replace(/(.)\/$/, '$1');
    if (withoutSlash !== path && fileFor(withoutSlash) !== undefined) return move(withoutSlash);

    const ownHeaders = parsed.headers
      .filter(({ forRegExp }) => forRegExp.test(path))
      .flatMap(({ values }) => Object.entries(values))
      .map(([name, value]) => [name.toLowerCase(), value] as const);
    const name = fileFor(path);
    return {
      status: name === undefined ? 404 : 200,
      headers: { ...DEFAULT_HEADERS, ...Object.fromEntries(ownHeaders) },
      body: readFileSync(join(built, name ?? redirect?.to ?? '404.html')),
    };
  };
  return { ask };
}
