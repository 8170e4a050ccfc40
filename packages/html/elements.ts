/** Parses HTML as browsers do, for `finish` and for the checks of built pages. */
import { parse, type DefaultTreeAdapterMap } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];
export type Element = DefaultTreeAdapterMap['element'];

function elementsIn(node: Node): Element[] {
  const children = [
    ...('childNodes' in node ? node.childNodes : []),
    ...('content' in node ? [node.content] : []),
  ];
  return [...('tagName' in node ? [node] : []), ...children.flatMap(elementsIn)];
}

/**
 * @param html of a whole page
 * @returns all elements of the page and its templates, each before those inside it
 */
export function elementsOf(html: string): Element[] {
  return elementsIn(parse(html, { sourceCodeLocationInfo: true }));
}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** The text in an element and in those inside it. */
export function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
