/** Replaces `icons/lucide.ts`: marks a chosen icon with its field, as texts are. */
import { iconShapes as shapesOf, type LucideIcon } from '../../icons/lucide.ts';
import { unmarked } from './marks.ts';

export function iconShapes(name: LucideIcon): string {
  const plain = unmarked(name) as LucideIcon;
  return shapesOf(plain) + name.slice(plain.length);
}
