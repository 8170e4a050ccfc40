/**
 * The site's part of an nginx configuration, for a `server` block in which the deployer sets address,
 * name, certificate and `root`.
 *
 * @see https://nginx.org/en/docs/http/ngx_http_core_module.html
 */
import type { Redirect } from '../../integrations/content/plan-paths.ts';
import { HASHED_FOLDER, IMMUTABLE, REVALIDATED, SECURITY_HEADERS } from './headers.ts';

export function nginxSnippet(base: string, moved: readonly Redirect[]): string {
  /** Escaped for patterns: a base holds no other special character. */
  const path = base.replaceAll('.', String.raw`\.`);
  const headers = (cacheControl: string, indent = '    '): string =>
    Object.entries({ ...SECURITY_HEADERS, 'Cache-Control': cacheControl })
      .map(([name, value]) => `${indent}add_header ${name} "${value}" always;`)
      .join('\n');

  return `# Generated with the build. Use: include it in a server block that has listen, server_name,
# certificates and a root: the folder that holds ${base === '' ? 'the built files' : `the built files under ${base}/`}.
# Add "brotli_static on;" there where the module is loaded (Debian: libnginx-mod-http-brotli-static).

charset utf-8;
etag on;
gzip_static on;
gzip_vary on;
server_tokens off;
absolute_redirect off;

# For the redirects below; a location that adds a header inherits none, so each repeats them.
${headers(REVALIDATED, '')}

# One path per page. Each target is cut from $request_uri, the URL as sent: $uri and a
# location's captures are decoded, and an encoded line break in them would start a header.
# No backslash: browsers read a slash and a backslash as "//", which would lead to another site.
if ($request_uri ~ "^(|/[^/?\\x5c][^?\\x5c]*?)//+([^/?\\x5c][^?\\x5c]*)?(?:\\?|$)") { return 301 $1/$2$is_args$args; }
if ($request_uri ~ "^${path}(?:/index)?(?:\\?|$)") { return 301 ${base}/$is_args$args; }
if ($request_uri ~ "^${path}(/|/[^?\\x5c]*/)index\\.html(?:\\?|$)") { return 301 ${base}$1$is_args$args; }
if ($request_uri ~ "^${path}(/[^?\\x5c]+)\\.html(?:\\?|$)") { return 301 ${base}$1$is_args$args; }
if ($request_uri ~ "^${path}(?!/admin/(?:\\?|$))(/[^?\\x5c]+)/(?:\\?|$)") { return 301 ${base}$1$is_args$args; }

${moved.map(({ from, to }) => `location = ${base}${from} { return 301 ${base}${to}$is_args$args; }\n`).join('')}
# Below /planos/, a missing page is a missing plan.
set $not_found ${base}/404.html;
if ($uri ~ "^${path}/planos/") { set $not_found ${base}/planos/404.html; }
error_page 404 $not_found;

location / {
    try_files $uri $uri.html =404;
${headers(REVALIDATED)}
}

location = ${base}/ {
    try_files ${base}/index.html =404;
${headers(REVALIDATED)}
}

# The content editor, a folder of its own.
location = ${base}/admin {
    return 301 ${base}/admin/$is_args$args;
}

location = ${base}/admin/ {
    try_files ${base}/admin/index.html =404;
${headers(REVALIDATED)}
}

location ^~ ${base}${HASHED_FOLDER} {
    try_files $uri =404;
${headers(IMMUTABLE)}
}

# Files for other hosts, precompressed copies and the not-found pages have no path of their own.
location ~ ^${path}/(?:_headers|_redirects|404|planos/404)$|\\.(?:br|gz)$|/\\.(?!well-known/) {
    return 404;
${headers(REVALIDATED)}
}
`;
}
