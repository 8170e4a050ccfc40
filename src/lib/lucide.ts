/** Icons of the Lucide set, minified. */
import lucide from '@iconify-json/lucide/icons.json';
import { optimize } from 'svgo';

export type LucideIcon = keyof typeof lucide.icons;

const minified = new Map<LucideIcon, string>();

/**
 * The shapes of an icon, merged into one path where possible: browsers style and lay out each shape
 * separately. The stroke comes from the class `icon`.
 *
 * @param name in the Lucide set; the editor's preview appends a marker, which stays behind the shapes
 * @returns the content of an `<svg class="icon" viewBox="0 0 24 24">`
 */
export function iconShapes(name: LucideIcon): string {
  const [plain = ''] = /^[a-z\d-]*/.exec(name) ?? [];
  return minifiedShapes(plain as LucideIcon) + name.slice(plain.length);
}

function minifiedShapes(name: LucideIcon): string {
  const known = minified.get(name);
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
  minified.set(name, shapes);
  return shapes;
}
