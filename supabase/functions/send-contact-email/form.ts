import { FIELD_NAMES, type TypedText } from '../_shared/contact-form.ts';

/** The site's form has six fields; a few more may come from an extension of the browser. */
const MAX_FIELDS = 20;

export type FormResult =
  | { ok: true; fields: Record<string, string>; typed: TypedText; isHoneypotFilled: boolean }
  | { ok: false };

const MESSAGE_FIELDS: string[] = [...FIELD_NAMES, 'toEmail', 'fromEmail'];
const HONEYPOT_FIELD = 'website';

/**
 * Reads application/x-www-form-urlencoded (WHATWG URL standard). A field given twice, or a crowd of
 * fields, comes from no form of ours. Unknown fields are left out: some browsers and extensions add
 * their own, and that is no fault of the visitor.
 */
export function parseForm(body: string): FormResult {
  const entries = [...new URLSearchParams(body)];
  if (entries.length > MAX_FIELDS) return { ok: false };

  const given = new Map(entries);
  if (given.size !== entries.length) return { ok: false };
  return {
    ok: true,
    fields: Object.fromEntries(entries.filter(([name]) => MESSAGE_FIELDS.includes(name))),
    typed: {
      name: given.get('name') ?? '',
      phone: given.get('phone') ?? '',
      message: given.get('message') ?? '',
    },
    isHoneypotFilled: (given.get(HONEYPOT_FIELD) ?? '') !== '',
  };
}
