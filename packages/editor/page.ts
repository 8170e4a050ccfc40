/** The page that holds the content editor. */
import { readFileSync } from 'node:fs';
import type { PageData } from './page-data.ts';

const GITHUB = 'https://api.github.com https://avatars.githubusercontent.com';

/** File beside the editor's script with the commit that the site was built from. */
export const COMMIT_FILE = 'commit.txt';

const STYLE = ['page.css', 'library/page.css']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('');

/** The editor's Content-Security-Policy, less strict than that of the public pages. */
function editorPolicy({ config: { site_url = '' }, signIn }: PageData): string {
  // In Firefox, 'self' matches nothing inside a preview's frame.
  const site = `'self' ${URL.parse(site_url)?.origin ?? ''}`.trim();
  const project = signIn ? ` ${new URL(signIn.url).origin}` : '';
  return [
    "default-src 'self'",
    // A preview's frame sets the site as its base URL.
    `base-uri ${site}`,
    "object-src 'none'",
    "form-action 'none'",
    // WebAssembly encodes uploaded photos.
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self' blob:",
    // The library's components use inline styles.
    "style-src 'self' 'unsafe-inline'",
    `font-src ${site}`,
    `img-src 'self' blob: data: ${GITHUB}`,
    'media-src blob:',
    'frame-src blob:',
    // Omits the CDN from which the library would load fonts: the bundle contains them.
    `connect-src 'self' blob: data: ${GITHUB}${project}`,
  ].join('; ');
}

/** JSON that is safe inside a script element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * @param folder URL of the editor's bundle, such as `/admin`
 */
export function editorPage(data: PageData, folder: string): string {
  return `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="content-security-policy" content="${editorPolicy(data)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex, nofollow" />
    <meta name="referrer" content="no-referrer" />
    <title>Conteúdo do site</title>
    <link rel="icon" href="data:," />
    <style>${STYLE}</style>
    <script type="application/json" id="editor-data">${scriptJson(data)}</script>
    <script type="module" src="${folder}/editor.js"></script>
  </head>
  <body>
    <div id="site-news" class="line" role="status" data-built="${folder}/${COMMIT_FILE}" hidden>
      <span></span> <a target="_blank"></a>
      <button type="button" aria-label="Fechar">×</button>
    </div>
    <div id="version" class="line" role="status" hidden>
      <span></span>
      <a target="_blank">O que mudou, no GitHub</a>
      <button type="button" aria-label="Fechar">×</button>
    </div>
    <div id="nc-root">
      <p id="opening">
        <noscript>O navegador está com o JavaScript desligado, e o editor precisa dele.</noscript>
        Abrindo o editor… Se esta frase não sair daqui, confira a internet e recarregue a página. Se continuar, o
        navegador é antigo: o editor precisa do Chrome ou do Edge dos últimos dois anos, do Firefox 126, do
        Safari 18 ou de um mais novo.
      </p>
    </div>
    <button type="button" id="bin" hidden>Lixeira</button>
    <dialog id="deleted" aria-labelledby="deleted-title">
      <h2 id="deleted-title">Lixeira</h2>
      <p>Os últimos vinte itens que foram excluídos, nas últimas cem mudanças do site.</p>
      <ul></ul>
      <form method="dialog"><button>Fechar</button></form>
    </dialog>
  </body>
</html>
`;
}
