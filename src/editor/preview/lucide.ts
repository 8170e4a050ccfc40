/** Replaces `icons/drawing.ts`: marks a chosen icon with its field, as texts are. */
import { drawing as drawingOf, type DrawnIcon } from '../../icons/drawing.ts';
import { unmarked } from './marks.ts';

export function drawing(name: DrawnIcon): string {
  const plain = unmarked(name) as DrawnIcon;
  return drawingOf(plain) + name.slice(plain.length);
}
