/** Icons of the Lucide set, minified. */
import lucide from '@iconify-json/lucide/icons.json';
import { optimize } from 'svgo';

export type DrawnIcon = keyof typeof lucide.icons;

const drawings = new Map<DrawnIcon, string>();

/**
 * The shapes of an icon, merged into one path where possible: browsers style and lay out each shape
 * separately. The stroke comes from the class `icon`.
 *
 * @param name in the Lucide set
 * @returns the content of an `<svg class="icon" viewBox="0 0 24 24">`
 */
export function drawing(name: DrawnIcon): string {
  const known = drawings.get(name);
  if (known !== undefined) return known;
  const { data } = optimize(`<svg viewBox="0 0 24 24">${lucide.icons[name].body}</svg>`, {
    multipass: true,
    // A tenth of a unit, of 24, is too little to see.
    floatPrecision: 1,
    plugins: [
      { name: 'removeAttrs', params: { attrs: ['fill', 'stroke.*'] } },
      { name: 'convertShapeToPath', params: { convertArcs: true } },
      // Safe for strokes, which may cross within a path.
      { name: 'preset-default', params: { overrides: { mergePaths: { force: true } } } },
    ],
  });
  const shapes = data.replace(/^<svg[^>]*>|<\/svg>$/g, '');
  drawings.set(name, shapes);
  return shapes;
}
