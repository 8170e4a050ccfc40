/** The hero's araucária as a still, lit SVG in given colours, without a style sheet. */
import { allTufts, HILLS, ROOT_RINGS, TIP_DASHES, TRACES, TREE_VIEW_BOX } from './hero-lines.ts';

/** In units of the view box. */
const NODE_RADIUS = 5.5;
const HALO_RADIUS = 13;

export function drawingSvg(
  { surface, line, light }: Record<'surface' | 'line' | 'light', string>,
  { x, y, side }: Record<'x' | 'y' | 'side', number>,
): string {
  const { needles, nodes } = allTufts(NODE_RADIUS);
  return `<svg x="${x}" y="${y}" width="${side}" height="${side}" viewBox="${TREE_VIEW_BOX}"
      overflow="visible" fill="none" stroke="${line}" stroke-linecap="round" stroke-linejoin="round">
    <path d="${HILLS}" stroke-width="1.3" stroke-opacity=".35"/>
    <path d="${TRACES.far}" stroke-width="1.5" stroke-opacity=".55"/>
    <path d="${TRACES.near}" stroke-width="2.4" stroke-opacity=".85"/>
    <path d="${ROOT_RINGS}" fill="${surface}" stroke-width="2"/>
    <path d="${needles}" stroke-width="1.5" stroke-opacity=".6"/>
    <path d="${needles}" stroke-dasharray="${TIP_DASHES}" stroke-width="4.5" stroke-opacity=".8"/>
    <path d="${allTufts(HALO_RADIUS).nodes}" fill="${light}" fill-opacity=".25" stroke="none"/>
    <path d="${nodes}" fill="${light}" stroke="${surface}" stroke-width="1.5"/>
  </svg>`;
}
