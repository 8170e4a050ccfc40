/** The page that holds the content editor. */
import type { CmsConfig } from '@sveltia/cms';
import type { Site } from '../content-check/links.ts';
import { hostsOf } from './backend.ts';

/** The editor's Content-Security-Policy, laxer than that of the public pages. */
export function editorPolicy({
  backend,
  site_url = '',
}: Pick<CmsConfig, 'backend' | 'site_url'>): string {
  const hosts = hostsOf(backend).join(' ');
  // Within the frame of a preview, 'self' is nothing to Firefox.
  const site = `'self' ${URL.parse(site_url)?.origin ?? ''}`.trim();
  return [
    "default-src 'self'",
    // The frame of a preview names the site as its base.
    `base-uri ${site}`,
    "object-src 'none'",
    "form-action 'none'",
    // WebAssembly encodes uploaded photos.
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self' blob:",
    // Its components style themselves.
    "style-src 'self' 'unsafe-inline'",
    `font-src ${site}`,
    `img-src 'self' blob: data: ${hosts}`.trim(),
    'media-src blob:',
    'frame-src blob:',
    // Not among them: the CDN that the editor would load its fonts from. They are in the bundle.
    `connect-src 'self' blob: data: ${hosts}`.trim(),
  ].join('; ');
}

/** JSON that can stand inside a script element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * @param site what links in the content can lead to
 * @param folder URL of the editor's bundle, such as `/admin`
 */
export function editorPage(config: CmsConfig, site: Site, folder: string): string {
  return `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="content-security-policy" content="${editorPolicy(config)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex, nofollow" />
    <meta name="referrer" content="no-referrer" />
    <title>Conteúdo do site</title>
    <link rel="icon" href="data:," />
    <style>
      /* Pictures lie beside the content that names them: from any other folder they are refused. */
      [role='option'][name='default-global'] {
        display: none !important;
      }
      /* The form draws a field when its place comes into view. The preview leads to any: all at once. */
      .content-editor .placeholder:empty {
        position: fixed;
        inset: 0 auto auto 0;
        width: 1px;
      }
    </style>
    <script type="application/json" id="editor-config">${scriptJson(config)}</script>
    <script type="application/json" id="editor-site">${scriptJson(site)}</script>
    <script type="module" src="${folder}/editor.js"></script>
  </head>
  <body>
    <noscript>O editor de conteúdo precisa de JavaScript.</noscript>
  </body>
</html>
`;
}
