import { FIELD_NAMES } from '../_shared/contact-form.ts';

/** The site's form has six fields; browser extensions may add a few. */
const MAX_FIELDS = 20;

const MESSAGE_FIELDS: string[] = [...FIELD_NAMES, 'toEmail', 'fromEmail'];
const HONEYPOT_FIELD = 'website';

/**
 * Reads application/x-www-form-urlencoded (WHATWG URL standard). Undefined if a field is repeated or
 * there are more than MAX_FIELDS: our form does neither. Ignores unknown fields, which some browsers and extensions add.
 */
export function parseForm(body: string) {
  const entries = [...new URLSearchParams(body)];
  const given = new Map(entries);
  if (entries.length > MAX_FIELDS || given.size !== entries.length) return undefined;
  return {
    fields: Object.fromEntries(entries.filter(([name]) => MESSAGE_FIELDS.includes(name))),
    typed: {
      name: given.get('name') ?? '',
      phone: given.get('phone') ?? '',
      message: given.get('message') ?? '',
    },
    isHoneypotFilled: (given.get(HONEYPOT_FIELD) ?? '') !== '',
  };
}
