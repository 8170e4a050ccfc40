import type { Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import { completeLink, kindOfLink } from './links.ts';

/**
 * Makes links safe: replaces a dangerous one with its text, sends no referrer to other sites, and puts
 * internal links below the base path.
 *
 * @param base path that the site is deployed under, such as `/` or `/site`
 */
export function safeLinks(base: string) {
  const prefix = base.replace(/\/$/, '');
  return (tree: Root): void => {
    visit(tree, 'element', ({ tagName, properties, children }, index, parent) => {
      if (tagName !== 'a' || !parent || index === undefined) return undefined;
      const url = completeLink(String(properties['href']));
      const kind = kindOfLink(url);
      if (kind === 'forbidden') {
        parent.children.splice(index, 1, ...children);
        return [SKIP, index];
      }
      if (kind === 'external') properties['rel'] = ['noopener', 'noreferrer'];
      // A slash at the end of a page's path costs a redirect.
      const path = url.replace(/(?<=[^/])\/(?=$|[?#])/, '');
      const isPath = kind === 'internal' && url.startsWith('/');
      properties['href'] = isPath ? `${prefix}${path}` : url;
      return undefined;
    });
  };
}
