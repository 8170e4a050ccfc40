/** What the dev server shows instead of any page as long as the content has mistakes. */

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export const ADVICE = 'Corrija e salve o arquivo: a página volta sozinha.';

/** With this, the page asks the dev server whether its mistakes are mended already. */
export const MISTAKES_SHOWN = 'content-check:mistakes-shown';

/**
 * @param message the report
 * @param client address of the script that reloads the page once all is well
 */
export function mistakesPage(message: string, client: string): string {
  const text = message.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
  return `<!doctype html>
<html lang="pt-BR">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>O conteúdo tem erro</title>
  <style>
    body { max-width: 60rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; color-scheme: light dark }
    pre { white-space: pre-wrap }
  </style>
  <script type="module">
    import { createHotContext } from '${client}';
    createHotContext(location.pathname).send('${MISTAKES_SHOWN}');
  </script>
  <h1>O conteúdo tem erro</h1>
  <pre>${text}</pre>
  <p>${ADVICE}</p>
</html>
`;
}
