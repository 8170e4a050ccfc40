import { readCollection } from '../content-reader/folder.ts';
import { COLLECTIONS } from '../schemas/collections.ts';
import { companySchema, type Company } from '../schemas/company.ts';
import { imagePath } from '../schemas/image.ts';
import { report } from './report.ts';

/**
 * The company's facts, for whatever reads them outside of Astro.
 *
 * @param contentFolder `src/content`
 * @throws Error with a report in Portuguese where the file is broken
 */
export function readCompany(contentFolder: string): Company {
  const problems = readCollection(contentFolder, COLLECTIONS.company).flatMap(({ file, entry }) =>
    entry.issues.map((issue) => ({ ...issue, file })),
  );
  if (problems.length > 0) throw new Error(report(problems));
  const [company] = readCollection(contentFolder, COLLECTIONS.company);
  return companySchema(imagePath).parse(company?.entry.data);
}
