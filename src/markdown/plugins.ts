/**
 * What the Markdown of content files may do on a page. Each plugin does one thing to the tree that
 * Sätteri, Astro's Markdown processor, makes of a text.
 *
 * @see https://satteri.bruits.org/docs/ (plugins)
 */
import { defineHastPlugin, defineMdastPlugin } from 'satteri';
import { completeLink, kindOfLink } from './links.ts';

/** Elements that hold blocks, where a lone text would stand between paragraphs without being one. */
const HOLDS_BLOCKS = ['root', 'blockquote', 'listItem'];

/** The page's own heading is the first; a text below it starts with the second. */
const TOP_LEVEL = 2;
/** A text beside a list of advantages is no book: two levels have a style. */
const LOWEST_LEVEL = 3;

/** Shows HTML as the text that it is. */
export const htmlAsText = defineMdastPlugin({
  name: 'html-as-text',
  html(node, context) {
    const text = { type: 'text' as const, value: node.value };
    const isBlock = HOLDS_BLOCKS.includes(context.parent(node).type);
    context.replaceNode(node, isBlock ? { type: 'paragraph', children: [text] } : text);
  },
});

/** Turns indented and fenced code into a paragraph: here it is always spaces left by a paste. */
export const codeAsText = defineMdastPlugin({
  name: 'code-as-text',
  code(node, context) {
    const text = { type: 'text' as const, value: node.value };
    context.replaceNode(node, { type: 'paragraph', children: [text] });
  },
});

/** Keeps images of other sites out: visitors fetch nothing from third parties. */
export const ownImagesOnly = defineHastPlugin({
  name: 'own-images-only',
  element: {
    filter: ['img'],
    visit(node, context) {
      const { src, alt } = node.properties;
      if (typeof src === 'string' && /^\.{1,2}\//.test(src)) return;
      context.replaceNode(node, { type: 'text', value: typeof alt === 'string' ? alt : '' });
    },
  },
});

/** How wide the column of a plan's text is: see pages/planos/[plan].astro. */
const TEXT_COLUMN = '(min-width: 64em) 34rem, 100vw';

/** Offers each photo in the widths of screens, so that a phone does not fetch what a camera made. */
export const fittingImages = defineHastPlugin({
  name: 'fitting-images',
  element: {
    filter: ['img'],
    visit(node, context) {
      const { src } = node.properties;
      if (typeof src === 'string' && src.toLowerCase().endsWith('.svg')) return;
      // What Astro's image service reads: https://docs.astro.build/en/guides/images/
      context.setProperty(node, 'layout', 'constrained');
      context.setProperty(node, 'sizes', TEXT_COLUMN);
    },
  },
});

/** Makes headings start below the page's own and skip no level, whatever levels a text uses. */
export function headingLevels() {
  let shift = 0;
  let previous = TOP_LEVEL - 1;
  return defineMdastPlugin({
    name: 'heading-levels',
    before(root) {
      const levels = root.children.flatMap((node) => (node.type === 'heading' ? node.depth : []));
      shift = levels.length === 0 ? 0 : TOP_LEVEL - Math.min(...levels);
    },
    heading(node, context) {
      const wanted = Math.max(node.depth + shift, TOP_LEVEL);
      previous = Math.min(wanted, previous + 1, LOWEST_LEVEL);
      context.setProperty(node, 'depth', previous as typeof node.depth);
    },
  });
}

/** Numbers headings, so that none takes the id of a part of the page: “Conteúdo” is one. */
export function headingIds() {
  let count = 0;
  return defineHastPlugin({
    name: 'heading-ids',
    element: {
      filter: ['h2', 'h3'],
      visit(node, context) {
        count += 1;
        context.setProperty(node, 'id', `texto-${count}`);
      },
    },
  });
}

/** Takes the alignment off the cells of tables: it is an inline style, which the policy forbids. */
export const plainTables = defineHastPlugin({
  name: 'plain-tables',
  element: {
    filter: ['th', 'td'],
    visit(node, context) {
      context.setProperty(node, 'style', undefined);
    },
  },
});

/**
 * Makes links safe: the text of a dangerous one stays and leads nowhere, one that leaves the site
 * tells the other nothing, one within the site works below any base path.
 *
 * @param base path that the site is deployed under, such as `/` or `/site`
 */
export function safeLinks(base: string) {
  const prefix = base.replace(/\/$/, '');
  return defineHastPlugin({
    name: 'safe-links',
    element: {
      filter: ['a'],
      visit(node, context) {
        const { href } = node.properties;
        const url = completeLink(typeof href === 'string' ? href : '');
        const kind = kindOfLink(url);
        if (kind === 'forbidden') {
          context.replaceNode(node, [...node.children]);
          return;
        }
        if (kind === 'external') context.setProperty(node, 'rel', 'noopener noreferrer');
        // Pages have no slash at the end, and adding or dropping one costs a redirect.
        const path = url.replace(/(?<=[^/])\/(?=$|[?#])/, '');
        const isPath = kind === 'internal' && url.startsWith('/');
        context.setProperty(node, 'href', isPath ? `${prefix}${path}` : url);
      },
    },
  });
}
