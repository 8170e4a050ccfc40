/** The hero's araucária as an SVG that needs no style sheet: lit, still, in given colours. */
import {
  HILLS,
  ROOT_RINGS,
  TRACES,
  TREE_VIEW_BOX,
  TUFT_NEEDLES,
  TUFT_NODE_RADIUS,
  TUFT_TIPS,
  TWIG_ENDS,
  TWIGS,
  tracesAt,
} from '../components/hero-tree.ts';

interface TreeColors {
  ground: string;
  line: string;
  light: string;
}

interface TreePlace {
  x: number;
  y: number;
  side: number;
}

export function treeSvg({ ground, line, light }: TreeColors, { x, y, side }: TreePlace): string {
  const tufts = TRACES.map(
    (tuft) => `<g transform="translate(${tuft.x} ${tuft.y})">
      <path d="${TUFT_NEEDLES}" stroke-width="1.5" stroke-opacity=".6"/>
      <path d="${TUFT_TIPS}" stroke-width="4.5" stroke-opacity=".8"/>
      <circle r="${TUFT_NODE_RADIUS + 8}" fill="${light}" fill-opacity=".25" stroke="none"/>
      <circle r="${TUFT_NODE_RADIUS + 0.5}" fill="${light}" stroke="${ground}" stroke-width="1.5"/>
    </g>`,
  ).join('');
  return `<svg x="${x}" y="${y}" width="${side}" height="${side}" viewBox="${TREE_VIEW_BOX}"
      overflow="visible" fill="none" stroke="${line}" stroke-linecap="round" stroke-linejoin="round">
    <defs><linearGradient id="far" gradientUnits="userSpaceOnUse" x1="0" x2="160">
      <stop stop-color="${line}" stop-opacity="0"/><stop offset="1" stop-color="${line}" stop-opacity=".35"/>
    </linearGradient></defs>
    <path d="${HILLS}" stroke="url(#far)" stroke-width="1.3"/>
    <path d="${TWIGS}${tracesAt('far')}" stroke-width="1.5" stroke-opacity=".55"/>
    <path d="${tracesAt('near')}" stroke-width="2.4" stroke-opacity=".85"/>
    <path d="${TWIG_ENDS}" stroke-width="4.5" stroke-opacity=".7"/>
    <path d="${ROOT_RINGS}" fill="${ground}" stroke-width="2"/>
    ${tufts}
  </svg>`;
}
