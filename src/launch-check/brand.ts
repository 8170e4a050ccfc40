/** Finds files of the brand that the site came with, and pictures in its colours. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES } from './examples.ts';
import type { Obstacle } from './obstacle.ts';

/** The drawings of plans; other pictures are found with whom they show. */
const DRAWINGS = 'plans/*.svg';

/**
 * @param brandFolder `src/brand`
 * @param contentFolder `src/content`
 */
export function brandObstacles(brandFolder: string, contentFolder: string): Obstacle[] {
  const drawings = globSync(DRAWINGS, { cwd: contentFolder })
    .sort()
    .filter((file) => readFileSync(join(contentFolder, file), 'utf8').includes(EXAMPLES.color));
  const files = Object.entries(EXAMPLES.brand)
    .filter(([file]) => existsSync(join(brandFolder, file)))
    .filter(([file, sign]) => readFileSync(join(brandFolder, file), 'utf8').includes(sign))
    .map(([file]) => file);
  return [
    ...files.map((file) => `src/brand/${file}`),
    ...drawings.map((file) => `src/content/${file.replaceAll('\\', '/')}`),
  ].map((file) => ({ area: 'Marca', text: `${file} é da marca de exemplo` }));
}
