/** Replaces `lib/lucide.ts`: keeps the marker that an icon's name ends in, behind its shapes. */
import { iconShapes as shapesOf, type LucideIcon } from '../../../src/lib/lucide.ts';
import { withoutMarkers } from './markers.ts';

export function iconShapes(name: LucideIcon): string {
  const plain = withoutMarkers(name) as LucideIcon;
  return shapesOf(plain) + name.slice(plain.length);
}
