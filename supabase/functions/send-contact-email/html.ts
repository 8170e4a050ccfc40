/** Makes text safe inside HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** URL of the company's mark: the icon that the site has for home screens. */
export function markUrl({ siteUrl }: { siteUrl: string }): string {
  return `${siteUrl}/apple-touch-icon.png`;
}
