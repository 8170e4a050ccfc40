/**
 * The part of a Caddyfile's site block that is this site's own; the deployer's block around it says
 * the domain (Caddy then gets its certificate) and the `root`.
 *
 * @see https://caddyserver.com/docs/caddyfile/directives
 */
import { HASHED_FOLDER, IMMUTABLE, REVALIDATED, SECURITY_HEADERS } from './headers.ts';

export function caddySnippet(base: string): string {
  const headers = Object.entries(SECURITY_HEADERS)
    .map(([name, value]) => `\t\t${name} "${value}"`)
    .join('\n');

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

	# One address per page. Matchers see a cleaned path, the expression sees it as sent.
	@doubled expression {http.request.orig_uri.path}.contains("//")
	route @doubled {
		uri path_regexp //+ /
		redir {uri} 301
	}
	@file path_regexp file ^${base}(/.*?)(?:index)?\\.html$
	route @file {
		rewrite * ${base}{re.file.1}?{query}
		redir {uri} 301
	}
	@slash {
		path_regexp ^${base}/.+/$
		not path ${base}/admin/
	}
	route @slash {
		uri strip_suffix /
		redir {uri} 301
	}

	# The content editor, a folder of its own.
	route ${base}/admin {
		uri path_regexp $ /
		redir {uri} 301
	}
	rewrite ${base}/admin/ ${base}/admin/index.html

	# Files for other hosts, precompressed copies and the not-found pages have no address of their own.
	@hidden path_regexp ^${base}/(?:_headers|_redirects|404|planos/404)$|\\.(?:br|gz)$|/\\.(?:[^w]|w[^e])
	error @hidden 404

	@hashed {
		path ${base}${HASHED_FOLDER}*
		file
	}
	header @hashed Cache-Control "${IMMUTABLE}"
	rewrite ${base}/ ${base}/index.html
	try_files {path} {path}.html
	file_server {
		precompressed br gzip
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
