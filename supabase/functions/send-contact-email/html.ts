/** Makes text safe inside HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The company's mark, as the site has it for home screens. */
export function markUrl({ siteUrl }: { siteUrl: string }): string {
  return `${siteUrl}/apple-touch-icon.png`;
}
