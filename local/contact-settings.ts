import { whatsappNumber } from '../supabase/functions/_shared/phone.ts';
import type { Company } from '../src/schemas/company.ts';

/** What the function needs to know of the company, as site and mail have it. */
export type ContactCompany = Pick<Company, 'name' | 'phones' | 'toEmail' | 'fromEmail'>;

/** The function's settings that src/content/company.json decides (docs/contact.md). */
export function companySettings(company: ContactCompany): Record<string, string> {
  return {
    CONTACT_TO_EMAIL: company.toEmail,
    CONTACT_FROM_EMAIL: company.fromEmail,
    CONTACT_WHATSAPP: whatsappNumber(company.phones),
    CONTACT_COMPANY_NAME: company.name,
  };
}
