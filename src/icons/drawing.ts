/** The drawing of an icon, as little of it as a page needs. */
import lucide from '@iconify-json/lucide/icons.json';
import { optimize } from 'svgo';

export type DrawnIcon = keyof typeof lucide.icons;

const drawings = new Map<DrawnIcon, string>();

/**
 * The shapes of an icon of the Lucide set, as one path where that can be: a browser styles and lays
 * out every shape by itself. Its lines are the same for all icons, and come from `.icon`.
 *
 * @param name in the Lucide set
 * @returns what belongs into an `<svg class="icon" viewBox="0 0 24 24">`
 */
export function drawing(name: DrawnIcon): string {
  const known = drawings.get(name);
  if (known !== undefined) return known;
  const { data } = optimize(`<svg viewBox="0 0 24 24">${lucide.icons[name].body}</svg>`, {
    multipass: true,
    // A tenth of the 24 units: nobody sees less.
    floatPrecision: 1,
    plugins: [
      { name: 'removeAttrs', params: { attrs: ['fill', 'stroke.*'] } },
      { name: 'convertShapeToPath', params: { convertArcs: true } },
      // Lines alone may cross in one path as well as in two.
      { name: 'preset-default', params: { overrides: { mergePaths: { force: true } } } },
    ],
  });
  const shapes = data.replace(/^<svg[^>]*>|<\/svg>$/g, '');
  drawings.set(name, shapes);
  return shapes;
}
