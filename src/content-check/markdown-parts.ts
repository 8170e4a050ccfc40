/** Reads what stands in a Markdown text: which words, which links, which images. */
import { satteri } from '@astrojs/markdown-satteri';
import { withoutComments } from '../markdown/comments.ts';
import { FEATURES } from '../markdown/processor.ts';

export interface Reference {
  kind: 'link' | 'image';
  url: string;
  /** 1 is the first line of the text. */
  line: number;
}

/** A text that is no link and no code, with the signs that it was written with. */
export interface Prose {
  source: string;
  /** 1 is the first line of the text. */
  line: number;
}

interface Node {
  position?: { start: Point; end: Point } | undefined;
}

interface Point {
  line: number;
  offset?: number | undefined;
}

export interface MarkdownContent {
  /** What a visitor would read. */
  words: string;
  references: Reference[];
  prose: Prose[];
}

export async function readMarkdown(text: string): Promise<MarkdownContent> {
  const words: string[] = [];
  const references: Reference[] = [];
  const prose: Prose[] = [];
  const source = withoutComments(text);
  const definitions: (Omit<Reference, 'kind'> & { identifier: string })[] = [];
  const namesOfImages = new Set<string>();
  const lineOf = ({ position }: Node) => position?.start.line ?? 1;
  const word = ({ value }: { value: string }) => {
    words.push(value);
  };
  const reference = (kind: Reference['kind']) => (node: Node & { url: string }) => {
    references.push({ kind, url: node.url, line: lineOf(node) });
  };
  const processor = satteri({
    mdastPlugins: [
      {
        name: 'collect',
        options: { position: true },
        text: (node) => {
          word(node);
          const { start, end } = node.position ?? {};
          if (start?.offset === undefined || end?.offset === undefined) return;
          prose.push({ source: source.slice(start.offset, end.offset), line: start.line });
        },
        html: word,
        code: word,
        inlineCode: word,
        link: reference('link'),
        image: reference('image'),
        imageReference: ({ identifier }) => {
          namesOfImages.add(identifier);
        },
        definition: (node) => {
          definitions.push({ identifier: node.identifier, url: node.url, line: lineOf(node) });
        },
      },
    ],
    features: FEATURES,
  });
  const { render } = await processor.createRenderer({ syntaxHighlight: false });
  await render(source);
  for (const { identifier, ...definition } of definitions) {
    references.push({ kind: namesOfImages.has(identifier) ? 'image' : 'link', ...definition });
  }
  return { words: words.join(' '), references, prose };
}
