import type { Company } from '../schemas/company.ts';

/** Legal name and CNPJ, as far as the company states them; otherwise empty. */
export function registrationOf({ legalName, cnpj }: Pick<Company, 'legalName' | 'cnpj'>): string {
  return [legalName, cnpj && `CNPJ ${cnpj}`].filter(Boolean).join(', ');
}
