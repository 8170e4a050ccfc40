import { waves } from './waves.ts';

interface Colors {
  surface: string;
  line: string;
  light: string;
}

interface Place {
  x: number;
  y: number;
  side: number;
}

export const drawingSvg = ({ light }: Colors, { x, y, side }: Place): string =>
  `<svg x="${x}" y="${y}" width="${side}" height="${side}" viewBox="0 0 600 600" fill="none"
    stroke="${light}" stroke-width="12"><path d="${waves()}"/></svg>`;
