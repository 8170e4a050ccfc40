import type { Obstacle } from './obstacle.ts';

/** The list that stands between a checkout and going live, by area. */
export function launchReport(obstacles: Obstacle[]): string {
  if (obstacles.length === 0) return 'Nada impede o site de ir ao ar.';
  const areas = [...new Set(obstacles.map(({ area }) => area))];
  const title =
    obstacles.length === 1
      ? 'Falta 1 coisa para o site ir ao ar:'
      : `Faltam ${obstacles.length} coisas para o site ir ao ar:`;
  const blocks = areas.map((area) =>
    [
      area,
      ...obstacles.filter((it) => it.area === area).map(({ sentence }) => `  - ${sentence}`),
    ].join('\n'),
  );
  return [title, ...blocks].join('\n\n');
}
