/**
 * Stands in for Sätteri, whose Markdown processor is a native program: the same rules of
 * `src/markdown` over the trees of a CommonMark parser in JavaScript. A unit test holds the two
 * against each other: tests/unit/markdown.test.ts.
 */
import type { Nodes as HastNode, Root as HastRoot } from 'hast';
import type { Nodes as MdastNode } from 'mdast';
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import { parseMarkdown } from '../../markdown/parse.ts';

type Node = MdastNode | HastNode;
type Parent = Node & { children: Node[] };
type Visit = (node: Node, context: Context) => void;

/** What the plugins of `src/markdown` use of Sätteri's context. */
interface Context {
  parent: (node: Node) => Parent | undefined;
  replaceNode: (node: Node, next: Node | Node[]) => void;
  setProperty: (node: Node, key: string, value: unknown) => void;
}

interface Plugin {
  name: string;
  before?: (root: Node) => void;
  element?: { filter: string[]; visit: Visit };
  [nodeType: string]: unknown;
}

type PluginEntry = Plugin | (() => Plugin);

interface Options {
  mdastPlugins: PluginEntry[];
  hastPlugins: PluginEntry[];
}

export const defineMdastPlugin = <P>(plugin: P): P => plugin;
export const defineHastPlugin = <P>(plugin: P): P => plugin;

const isParent = (node: Node): node is Parent => 'children' in node;

function visitorOf(plugin: Plugin, node: Node): Visit | undefined {
  if (node.type !== 'element') return plugin[node.type] as Visit | undefined;
  return plugin.element?.filter.includes(node.tagName) ? plugin.element.visit : undefined;
}

function runPlugin(plugin: Plugin, root: Parent): void {
  const parents = new Map<Node, Parent>();
  const context: Context = {
    parent: (node) => parents.get(node),
    replaceNode(node, next) {
      const siblings = parents.get(node)?.children ?? [];
      siblings.splice(siblings.indexOf(node), 1, ...[next].flat());
    },
    setProperty(node, key, value) {
      Object.assign(node.type === 'element' ? node.properties : node, { [key]: value });
    },
  };
  const walk = (parent: Parent): void => {
    for (const node of [...parent.children]) {
      parents.set(node, parent);
      if (isParent(node)) walk(node);
      visitorOf(plugin, node)?.(node, context);
    }
  };
  plugin.before?.(root);
  walk(root);
}

function runPlugins(entries: PluginEntry[], root: Parent): void {
  for (const entry of entries) runPlugin(typeof entry === 'function' ? entry() : entry, root);
}

/** A quote that opens: behind a space or a bracket. */
const OPENING = String.raw`(?<=\s)Q(?=\S|$)|(?<=[\p{Ps}\p{Pi}])Q(?=\S)`;
const OPENING_DOUBLE = new RegExp(OPENING.replaceAll('Q', '"'), 'gu');
const OPENING_SINGLE = new RegExp(OPENING.replaceAll('Q', "'"), 'gu');

/** Dashes, dots and quotes as printers set them. */
function smartPunctuation(text: string): string {
  return text
    .replaceAll('...', '…')
    .replaceAll('---', '—')
    .replaceAll('--', '–')
    .replace(OPENING_DOUBLE, '“')
    .replaceAll('"', '”')
    .replace(OPENING_SINGLE, '‘')
    .replaceAll("'", '’');
}

/** What Sätteri does on its way from the text to the tree. */
const likeSatteri: Plugin = {
  name: 'like-satteri',
  text(node: { value: string }, context: Context) {
    const isFirst = context.parent(node as Node)?.children[0] === node;
    const before = isFirst ? ' ' : 'x';
    node.value = smartPunctuation(before + node.value).slice(1);
  },
  table(node: { align: unknown }) {
    node.align = null;
  },
};

export function satteri({ mdastPlugins, hastPlugins }: Options) {
  function render(text: string): Promise<{ code: string }> {
    const tree = parseMarkdown(text);
    runPlugins([likeSatteri, ...mdastPlugins], tree);
    const html = toHast(tree) as HastRoot;
    runPlugins(hastPlugins, html);
    return Promise.resolve({ code: toHtml(html) });
  }
  return { createRenderer: () => Promise.resolve({ render }) };
}
