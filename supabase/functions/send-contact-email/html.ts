const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes text safe inside HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/** The company's mark, as the site has it for home screens. */
export function markUrl({ siteUrl }: { siteUrl: string }): string {
  return `${siteUrl}/apple-touch-icon.png`;
}
