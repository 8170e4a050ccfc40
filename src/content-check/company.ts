import { readCollection } from '../content-reader/folder.ts';
import { COLLECTIONS } from '../schemas/collections.ts';
import type { Company } from '../schemas/company.ts';
import { report } from './report.ts';

/**
 * The company's facts, for whatever reads them outside of Astro.
 *
 * @param contentFolder `src/content`
 * @throws Error with a report in Portuguese where the file is broken
 */
export function readCompany(contentFolder: string): Company {
  const files = readCollection(contentFolder, COLLECTIONS.company);
  const problems = files.flatMap(({ file, entry }) =>
    entry.issues.map((issue) => ({ ...issue, file })),
  );
  if (problems.length > 0) throw new Error(report(problems));
  return files[0]?.entry.data as unknown as Company;
}
