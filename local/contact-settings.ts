import type { Company } from '../src/schemas/company.ts';

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
