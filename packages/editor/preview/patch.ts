/**
 * Patches one DOM tree to match another. Unchanged nodes stay: pictures do not flicker, and no animation
 * restarts.
 *
 * @returns the first element that changed
 */
export function patch(current: Node, next: Node): Element | undefined {
  if (current.isEqualNode(next)) return undefined;
  const children = Array.from(current.childNodes);
  const nextChildren = Array.from(next.childNodes);
  const isSameElement = current.cloneNode().isEqualNode(next.cloneNode());
  if (!isSameElement || children.length === 0 || children.length !== nextChildren.length) {
    const parent = current.parentElement ?? undefined;
    current.parentNode?.replaceChild(next, current);
    return next.nodeType === Node.ELEMENT_NODE ? (next as Element) : parent;
  }
  const changed = children.map((child, index) => {
    const nextChild = nextChildren[index];
    return nextChild && patch(child, nextChild);
  });
  return changed.find((element) => element !== undefined);
}
