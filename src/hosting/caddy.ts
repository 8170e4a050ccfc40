/**
 * The site's part of a Caddyfile, for a site block in which the deployer names the domain (Caddy then
 * gets its certificate) and the `root`.
 *
 * @see https://caddyserver.com/docs/caddyfile/directives
 */
import type { Redirect } from '../../integrations/content/plan-paths.ts';
import { HASHED_FOLDER, IMMUTABLE, REVALIDATED, SECURITY_HEADERS } from './headers.ts';

export function caddySnippet(base: string, moved: readonly Redirect[]): string {
  /** Escaped for patterns: a base holds no other special character. */
  const path = base.replaceAll('.', String.raw`\.`);
  const headers = Object.entries(SECURITY_HEADERS)
    .map(([name, value]) => `\t\t${name} "${value}"`)
    .join('\n');

  const redirects = moved
    .map(({ from, to }) => `\t\t~^${path}${from}(\\?.*)?$ "${base}${to}\${1}"\n`)
    .join('');

  return `# Generated with the build. Use: import it into a site block that has a root: the folder that
# holds ${base === '' ? 'the built files' : `the built files under ${base}/`}.

route {
	header {
${headers}
		Cache-Control "${REVALIDATED}"
	}
	header -Server

	@write not method GET HEAD
	error @write 405

	# One path per page. Each target is cut from the URL as sent: a path that is decoded and
	# encoded again can equal the requested one, which would redirect forever.
	# No backslash: browsers read a slash and a backslash as "//", which would lead to another site.
	map {http.request.orig_uri} {canonical} {
		~^(|/[^/?\\\\][^?\\\\]*?)//+([^/?\\\\][^?\\\\]*)?(\\?.*)?$ "\${1}/\${2}\${3}"
${redirects}		~^${path}(?:/index)?(\\?.*)?$ "${base}/\${1}"
		~^${path}(/|/[^?\\\\]*/)index\\.html(\\?.*)?$ "${base}\${1}\${2}"
		~^${path}(/[^?\\\\]+)\\.html(\\?.*)?$ "${base}\${1}\${2}"
		~^${path}/admin(\\?.*)?$ "${base}/admin/\${1}"
		~^${path}/admin/(\\?.*)?$ ""
		~^${path}(/[^?\\\\]+)/(\\?.*)?$ "${base}\${1}\${2}"
		default ""
	}
	@moved expression \`{canonical} != ""\`
	redir @moved {canonical} 301

	rewrite ${base}/ ${base}/index.html
	# The content editor, a folder of its own.
	rewrite ${base}/admin/ ${base}/admin/index.html

	# Files for other hosts, precompressed copies and the not-found pages have no path of their own;
	# nor do paths that end in an encoded slash. try_files treats a backslash as an escape, which
	# would bypass this list.
	@hidden path_regexp ^${path}/(?:_headers|_redirects|404|planos/404)$|\\.(?:br|gz)$|/\\.(?:[^w]|w[^e])|/$|\\\\
	error @hidden 404

	@hashed {
		path ${base}${HASHED_FOLDER}*
		file
	}
	header @hashed Cache-Control "${IMMUTABLE}"
	# =404: a name that no file can have (a zero byte, 256 characters) is not found, not an error.
	try_files {path} {path}.html =404
	file_server {
		precompressed br gzip
		disable_canonical_uris
	}
}

handle_errors {
	@plan path ${base}/planos/*
	rewrite @plan ${base}/planos/404.html
	@general not path ${base}/planos/*
	rewrite @general ${base}/404.html
	file_server {
		precompressed br gzip
	}
}
`;
}
