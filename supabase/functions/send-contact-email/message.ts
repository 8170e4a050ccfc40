import * as z from 'zod';

import {
  EMPTY_FIELD_ERRORS,
  FIELD_SUBJECTS,
  isBlank,
  lengthError,
  PHONE_ERROR,
  type ContactMessage,
  type FieldName,
} from '../_shared/contact-form.ts';
import { isPlausiblePhone } from '../_shared/phone.ts';
import { cleanField, stripDirectionMarks, textBeforeForbidden } from './text.ts';

/** A sentence for the visitor about each invalid field. */
export type FieldErrors = Partial<Record<keyof ContactMessage, string>>;

/** A sentence for the visitor if a field's text is invalid. */
function findError(name: FieldName, text: string, isMultiLine: boolean): string | undefined {
  if (isBlank(text)) return EMPTY_FIELD_ERRORS[name];
  const before = textBeforeForbidden(text, isMultiLine);
  if (before !== undefined) {
    const place = before === '' ? 'no começo' : `logo depois de “${before}”`;
    return `${FIELD_SUBJECTS[name]} tem um caractere invisível ${place}. Apague esse trecho e digite de novo.`;
  }
  return lengthError(name, text);
}

function field(name: FieldName, isMultiLine = false) {
  return z.string({ error: EMPTY_FIELD_ERRORS[name] }).transform((raw, context) => {
    const text = cleanField(name === 'phone' ? stripDirectionMarks(raw) : raw, isMultiLine);
    const message = findError(name, text, isMultiLine);
    if (message === undefined) return text;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

// Only its length is checked here: isForUs compares the address with the configured one.
const address = z
  .string({ error: 'O formulário chegou incompleto. Recarregue a página e envie de novo.' })
  .max(320, { error: 'O formulário não chegou como devia. Recarregue a página e envie de novo.' });

const schema = z.strictObject({
  name: field('name'),
  phone: field('phone').refine(isPlausiblePhone, { error: PHONE_ERROR }),
  message: field('message', true),
  toEmail: address,
  fromEmail: address,
});

/** Checks and cleans a submission: exactly the five fields, each valid. */
export function parseMessage(
  input: unknown,
): { ok: true; message: ContactMessage } | { ok: false; errors: FieldErrors } {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, message: parsed.data };

  const errors: FieldErrors = {};
  // Unknown fields are an error of the whole form.
  const { fieldErrors } = z.flattenError(parsed.error);
  for (const name of schema.keyof().options) {
    const message = fieldErrors[name]?.[0];
    if (message !== undefined) errors[name] = message;
  }
  return { ok: false, errors };
}
