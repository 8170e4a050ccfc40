/** Reads and renders Markdown, for the build, the content check and the editor's preview. */
import MarkdownParser, { type MarkdownIt } from 'markdown-it';
import type { TextStyle } from '../collection.ts';
import { boldBesideLetters } from './bold-beside-letters.ts';
import { emptyParts } from './empty-parts.ts';
import { headings } from './headings.ts';
import { ownImages } from './own-images.ts';
import { plainBlocks } from './plain-blocks.ts';
import { punctuation } from './punctuation.ts';
import { safeLinks } from './safe-links.ts';
import { unbrokenWords } from './unbroken-words.ts';

/** Typed line breaks are line breaks, and HTML is text. */
const OPTIONS = { breaks: true, html: false, linkify: true, typographer: true };

/** Links `www.exemplo.com`, beside web addresses with a scheme and e-mail addresses. */
function webAddresses({ linkify }: MarkdownIt): void {
  for (const scheme of ['//', 'ftp:']) linkify.add(scheme, null);
  linkify.add('www.', {
    validate: (text, position, { re }) => {
      const address = re.get_relative_proto_validator();
      address.lastIndex = position;
      return address.exec(text)?.[0].length ?? 0;
    },
  });
}

/**
 * Reads an editor's Markdown: headings, lists, bold, italics, struck text, quotes, tables, links, bare URLs and
 * e-mail addresses, and the site's own images. Tokens keep links as written; rendering makes them safe.
 *
 * @param base path that the site is deployed under, such as `/` or `/site`
 */
export function markdownProcessor(base: string, style: TextStyle): MarkdownIt {
  const md = new MarkdownParser(OPTIONS)
    .use(webAddresses)
    .use(boldBesideLetters)
    .use(plainBlocks)
    .use(punctuation)
    .use(emptyParts)
    .use(headings)
    .use(ownImages, style.imageSizes)
    .use(safeLinks, base)
    .use(unbrokenWords, style.unbrokenClass)
    // The content check tells an escaped character from others.
    .disable('text_join');
  const { rules } = md.renderer;
  rules['s_open'] = () => '<del>';
  rules['s_close'] = () => '</del>';
  return md;
}
