/**
 * A redirect page, for hosts that read no file of redirects. Astro's own is in English and declares no
 * language.
 *
 * @param to URL of the new page, percent-encoded
 */
export function movedPage(to: string): string {
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Esta página mudou de endereço</title><meta name="robots" content="noindex"><link rel="canonical" href="${to}"><meta http-equiv="refresh" content="0;url=${to}"><p><a href="${to}">Ir para o novo endereço</a></p></html>\n`;
}
