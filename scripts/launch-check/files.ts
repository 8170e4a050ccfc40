/** Finds files of the brand, and pictures in the content, that are still the shipped examples. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usedPictures } from '@site/content/check';
import { SITE_CONTENT } from '../../src/schemas/collections.ts';
import { EXAMPLES } from './examples.ts';
import type { LaunchIssue } from './issue.ts';

/**
 * @param brandFolder `src/brand`
 * @param contentFolder `src/content`
 */
export function fileIssues(brandFolder: string, contentFolder: string): LaunchIssue[] {
  const files = [
    ...globSync('**/*.*', { cwd: brandFolder })
      .sort()
      .map((name) => ['src/brand', brandFolder, name] as const),
    ...usedPictures(SITE_CONTENT, contentFolder).map(
      (name) => ['src/content', contentFolder, name] as const,
    ),
  ];
  return files
    .filter(([, folder, name]) => {
      const content = readFileSync(join(folder, name), 'utf8');
      return EXAMPLES.fileSigns.some((sign) => content.includes(sign));
    })
    .map(([place, , name]) => ({ area: 'Marca e imagens', text: `${place}/${name} é de exemplo` }));
}
