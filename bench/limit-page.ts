import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The fastest page there can be: one paragraph, one request. What a browser needs for it is what the
 * line and the phone cost, whatever the site does.
 */
const LIMIT_PAGE = `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="description" content="Uma página de um parágrafo.">
    <title>Um parágrafo</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <main><h1>Um parágrafo</h1><p>Sua Dificuldade, Nossa Solução em Tecnologia.</p></main>
  </body>
</html>
`;

/** Writes a site that consists of the limit page. */
export async function writeLimitSite(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.html'), LIMIT_PAGE);
  await writeFile(join(folder, '404.html'), LIMIT_PAGE);
}
