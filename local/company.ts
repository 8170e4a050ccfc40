import { readCollection } from '@site/content/folder';
import { COLLECTIONS } from '../src/schemas/collections.ts';
import type { Company } from '../src/schemas/company.ts';
import { report } from '@site/content/report';

/**
 * Reads the company's facts outside of Astro.
 *
 * @param contentFolder `src/content`
 * @throws Error with a report in Portuguese if the file breaks a rule
 */
export function readCompany(contentFolder: string): Company<string> {
  const files = readCollection(contentFolder, COLLECTIONS.company);
  const issues = files.flatMap(({ file, entry }) =>
    entry.issues.map((issue) => ({ ...issue, file })),
  );
  if (issues.length > 0) throw new Error(report(issues, `${contentFolder}/`));
  return COLLECTIONS.company.schema.parse(files[0]?.entry.fields);
}

/** The company's facts that the function needs. */
export type ContactCompany = Pick<Company, 'name' | 'toEmail' | 'fromEmail'>;

/** The function's settings that follow from src/content/company.json (docs/contact.md). */
export function companySettings(company: ContactCompany): Record<string, string> {
  return {
    CONTACT_TO_EMAIL: company.toEmail,
    CONTACT_FROM_EMAIL: company.fromEmail,
    CONTACT_COMPANY_NAME: company.name,
  };
}
