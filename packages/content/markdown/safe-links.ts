import type { MarkdownIt } from 'markdown-it';
import { completeLink, kindOfLink } from './links.ts';

/**
 * Makes links safe: replaces a dangerous one with its text, sends no referrer to other sites, and puts
 * internal links below the base path.
 *
 * @param base path that the site is deployed under, such as `/` or `/site`
 */
export function safeLinks(md: MarkdownIt, base: string): void {
  const prefix = base.replace(/\/$/, '');
  const encode = md.normalizeLink.bind(md);
  // The content check quotes links as they are written, and judges them.
  md.normalizeLink = md.normalizeLinkText = (url) => url;
  md.validateLink = () => true;
  md.renderer.rules['link_open'] = (tokens, index, options, _env, renderer) => {
    const [link] = tokens.slice(index);
    const end = tokens.slice(index).find(({ type }) => type === 'link_close');
    if (!link || !end) return '';
    const url = completeLink(String(link.attrGet('href')));
    const kind = kindOfLink(url);
    link.hidden = end.hidden = kind === 'forbidden';
    if (kind === 'external') link.attrSet('rel', 'noreferrer');
    // A slash at the end of a page's path costs a redirect.
    const path = url.replace(/(?<=[^/])\/(?=$|[?#])/, '');
    const isPath = kind === 'internal' && url.startsWith('/');
    link.attrSet('href', encode(isPath ? `${prefix}${path}` : url));
    return renderer.renderToken(tokens, index, options);
  };
}
